import type { Measurement } from '../../../core/measurement.ts';

const MISSED = 'pieces of 3 s of the owner that are not surely known, %';
const TAKEN = 'pieces of 3 s of others that are taken for the owner’s, %';
const SURE = 'words of the owner surely known, whole talks, %';
const APART = 'speech with the wrong speaker number, nobody known, %';

/** The accuracy of the built-in encoder; docs/speakers.md has the full tables. */
export const MEASURED: readonly Measurement[] = [
  { what: MISSED, on: 'six people, clean', data: 'unseen', value: 0 },
  { what: MISSED, on: 'six people, noise of 20 dB', data: 'unseen', value: 0 },
  { what: TAKEN, on: '125 strangers, clean', data: 'tuned', value: 2.3 },
  { what: SURE, on: 'three owners, clean or with noise of 20 dB', data: 'unseen', value: 100 },
  { what: SURE, on: 'three owners, noise of 10 dB', data: 'unseen', value: 90 },
  { what: APART, on: 'talks of two to six people, clean', data: 'unseen', value: 0.1 },
  { what: APART, on: 'the same, noise of 10 dB', data: 'unseen', value: 5.1 },
];
