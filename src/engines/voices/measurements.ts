import type { Measurement } from '../../core/measurement.ts';

const SURE = 'words of the owner surely known, %';
const TAKEN = 'words of others taken for the owner’s, %, at most';

/**
 * The accuracy of the built-in check, over whole talks of two and three people; docs/speakers.md
 * has the full tables.
 */
export const CHECK_MEASURED: readonly Measurement[] = [
  { what: SURE, on: 'three owners, clean', data: 'unseen', value: 81 },
  { what: SURE, on: 'three owners, noise of 20 dB', data: 'unseen', value: 67 },
  { what: SURE, on: 'three owners, noise of 10 dB', data: 'unseen', value: 42 },
  { what: TAKEN, on: 'three owners, any of these', data: 'unseen', value: 0 },
  { what: SURE, on: 'three other owners, clean', data: 'tuned', value: 96 },
  { what: TAKEN, on: 'six owners with 251 readers who trained it', data: 'tuned', value: 2.4 },
];
