import type { Measurement } from '../../../core/measurement.ts';

const WRONG = 'words wrong, %';
const READ = '18 clips of read speech, 183 words';

/** See docs/recognisers.md for details. */
export const WHISPER_MEASURED: readonly Measurement[] = [
  {
    what: WRONG,
    on: '40 clips of strangers, 635 words, the same weights',
    data: 'unseen',
    value: 12,
  },
  { what: WRONG, on: READ, data: 'tuned', value: [4.4, 4.9] },
  { what: WRONG, on: `${READ}, noise of 20 dB`, data: 'tuned', value: 9.8 },
  { what: WRONG, on: `${READ}, noise of 10 dB`, data: 'tuned', value: 9.8 },
  { what: WRONG, on: `${READ}, noise of 5 dB`, data: 'tuned', value: 19.7 },
  { what: WRONG, on: `${READ}, telephone, 8 kHz`, data: 'tuned', value: 5.5 },
  { what: WRONG, on: `${READ}, µ-law`, data: 'tuned', value: 8.2 },
  {
    what: 'false words',
    on: 'silence, white noise, music, ten minutes each',
    data: 'unseen',
    value: 0,
  },
];
