import type { Measurement } from '../../../core/measurement.ts';

/** See docs/recognisers.md for details. */
export const WHISPER_MEASURED: readonly Measurement[] = [];
