import type { Measurement } from '../../../core/measurement.ts';
import type { VoiceLimits } from '../print.ts';

/** Converts a voice to a vector; vectors of the same person are close together. */
export interface VoiceEncoder {
  /** The name of the model, because vectors of different models are never compared. */
  readonly name: string;
  readonly dimensions: number;
  readonly limits: VoiceLimits;
  /** The accuracy in distinguishing voices, if we have measured it. */
  readonly measured?: readonly Measurement[];
  /** Says why the model does not work and how to restore it; null when no fault is known. */
  readonly fault?: string | null;
  /** Takes 16 kHz mono and returns a vector of length 1. Throws when there is not enough sound. */
  embed(pcm: Int16Array): Promise<Float32Array>;
}
