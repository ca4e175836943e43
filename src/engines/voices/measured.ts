import type { Measurement } from '../../core/measurement.ts';

const MISSED = 'pieces of the owner not recognised, %';
const FALSE = 'pieces of others taken for the owner, %';

/** The built-in check with pieces of 3 s; docs/speakers.md says more of it. */
export const CHECK_MEASURED: readonly Measurement[] = [
  { what: MISSED, on: 'new voices, clean', data: 'unseen', value: 18 },
  { what: MISSED, on: 'new voices, noise of 20 dB', data: 'unseen', value: 44 },
  { what: FALSE, on: 'new voices', data: 'unseen', value: [1, 3.5] },
  {
    what: 'words of others that became the owner’s, %, at most',
    on: 'a talk of three',
    data: 'unseen',
    value: 12,
  },
  {
    what: MISSED,
    on: 'six people, other sentences of the same recordings',
    data: 'tuned',
    value: 2.2,
  },
  { what: FALSE, on: '251 readers, who also trained the mixture', data: 'tuned', value: 2.9 },
];
