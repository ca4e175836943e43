import type { Measurement } from '../../core/measurement.ts';

/**
 * The stored form of a voice: numbers that describe what all its sounds have in common, but no
 * sound. The voiceprints of several pieces can be added up to the voiceprint of all of them.
 */
export interface VoicePrint {
  /** The model that made the voiceprint. Voiceprints of different models are never compared. */
  model: string;
  /** Seconds of speech. */
  seconds: number;
  statistics: Float32Array;
}

/** With `perhaps`, the service may ask the user but must not store anything. */
export type VoiceVerdict = 'sure' | 'perhaps' | 'other';

/**
 * Tells whether a piece of a conversation is certainly, probably or not the owner's voice. No facts
 * about the owner are stored from pieces that are only probably the owner's.
 */
export type OwnerVerdict = 'owner' | 'probable' | 'other';

/** Similarities from which a model draws conclusions. */
export interface VoiceLimits {
  /** From here on, a voice is considered to be the known one. */
  sure: number;
  /** From here on, the service asks the user. */
  perhaps: number;
  /** From here on, two groups of pieces have the same voice. */
  same: number;
}

/** Makes and compares voiceprints. */
export interface VoicePrinter {
  readonly model: string;
  /**
   * The minimum seconds of sound for a voiceprint. A shorter piece says too little about a voice.
   */
  readonly minSeconds: number;
  readonly limits: VoiceLimits;
  /** The accuracy in distinguishing voices, if we have measured it. */
  readonly measured?: readonly Measurement[];
  /** Says why the model does not work and how to restore it; null when no fault is known. */
  readonly fault: string | null;
  /** Accepts 16 kHz sound of one voice; resolves with null when too little of it is speech. */
  read(pcm: Int16Array): Promise<VoicePrint | null>;
  /** Returns the similarity, from -1 to 1. Both voiceprints must be from this model. */
  likeness(one: VoicePrint, other: VoicePrint): number;
  /** Interprets the similarity of a piece to a known voice. */
  judge(likeness: number): VoiceVerdict;
}

/** Returns the voiceprint of all these pieces together; null for an empty list. */
export function together(prints: readonly VoicePrint[]): VoicePrint | null {
  const [first, ...rest] = prints;
  if (!first) return null;
  const statistics = first.statistics.slice();
  let { seconds } = first;
  for (const print of rest) {
    seconds += print.seconds;
    for (let at = 0; at < statistics.length; at += 1) {
      statistics[at] = statistics[at]! + print.statistics[at]!;
    }
  }
  return { model: first.model, seconds, statistics };
}

export function cosine(one: Float32Array, other: Float32Array): number {
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    product += one[at]! * other[at]!;
    left += one[at]! ** 2;
    right += other[at]! ** 2;
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right);
}
