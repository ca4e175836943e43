import type { Measurement } from '../../../core/measurement.ts';

const WRONG = 'words wrong, %';
const ADDED = 'words wrong in addition, percentage points';

/** See docs/recognisers.md for details. */
export const BUILTIN_MEASURED: readonly Measurement[] = [
  { what: WRONG, on: '54 clips of strangers, 728 words', data: 'unseen', value: 54 },
  { what: WRONG, on: 'of those: commands, slow clean reading', data: 'unseen', value: [9, 30] },
  { what: WRONG, on: 'of those: ordinary read speech', data: 'unseen', value: [42, 78] },
  { what: ADDED, on: 'noise of 20 dB', data: 'unseen', value: 0 },
  { what: ADDED, on: 'noise of 10 dB', data: 'unseen', value: 9 },
  { what: ADDED, on: 'noise of 5 dB', data: 'unseen', value: 18 },
  { what: ADDED, on: 'telephone, 8 kHz', data: 'unseen', value: 16 },
  {
    what: 'false words',
    on: 'silence, white noise, music, synthetic singing',
    data: 'unseen',
    value: 0,
  },
  { what: WRONG, on: '18 clips, 183 words', data: 'tuned', value: [26, 30] },
  { what: WRONG, on: 'three synthetic voices', data: 'tuned', value: [2, 3] },
];
