import type { Measurement } from '../../core/measurement.ts';

/**
 * The stored form of a voice: numbers that all sounds of the voice have in common, but no sound.
 * The prints of several pieces can be added to get the print of all of them.
 */
export interface VoicePrint {
  /** The model that made the print. Prints of different models are never compared. */
  model: string;
  /** Seconds of speech. */
  seconds: number;
  statistics: Float32Array;
}

/** `perhaps` is enough to ask the user, but not to store anything. */
export type Verdict = 'sure' | 'perhaps' | 'other';

/**
 * The verdict on a piece of a conversation: surely the owner's voice, probably, or not. No fact
 * about the owner is taken from a piece that is only probably the owner's.
 */
export type OwnerVerdict = 'owner' | 'probable' | 'other';

export interface Talk {
  pieces: readonly VoicePrint[];
  owner: VoicePrint;
  /** Other people with known voices. */
  people: readonly VoicePrint[];
}

/** Makes and compares voiceprints: the built-in check, or a neural encoder. */
export interface VoicePrinter {
  readonly model: string;
  /** The minimum seconds of sound for a print; a shorter piece reveals too little of a voice. */
  readonly minSeconds: number;
  /** True when it tells unnamed voices apart well enough to number speakers. */
  readonly separates: boolean;
  /** Two pieces with a lower likeness are two voices. */
  readonly apart: number;
  /** Accuracy in telling voices apart, if we have measured it. */
  readonly measured?: readonly Measurement[];
  /** Takes 16 kHz sound of one voice; resolves to null when too little of it is speech. */
  read(pcm: Int16Array): Promise<VoicePrint | null>;
  /** The result is from -1 to 1. Both prints must be of this model. */
  likeness(one: VoicePrint, other: VoicePrint): number;
  /**
   * Decides which pieces of a whole conversation are the owner's; absent in printers that number
   * the speakers.
   */
  judgeTalk?(talk: Talk): Promise<OwnerVerdict[]>;
  /** Decides what the likeness of a piece of this many seconds to a known voice means. */
  judge(likeness: number, seconds: number): Verdict;
}

/** Returns the print of all these pieces together; null for an empty list. */
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
