import type { Measurement } from '../../core/measurement.ts';

/**
 * The stored form of a voice: no sound, but numbers that sounds of one voice have in common. The
 * prints of several pieces add up to the print of all of them.
 */
export interface VoicePrint {
  /** The model that made the print. Prints of different models are never compared. */
  model: string;
  /** Seconds of speech. */
  seconds: number;
  statistics: Float32Array;
}

/** `perhaps` is worth asking the user about, but never enough to store anything. */
export type Verdict = 'sure' | 'perhaps' | 'other';

/**
 * Verdict on a piece in its conversation: surely the owner's voice, probably, or not. No fact about
 * the owner is taken from a piece that is only probably theirs.
 */
export type OwnerVerdict = 'owner' | 'probable' | 'other';

export interface Talk {
  pieces: readonly VoicePrint[];
  owner: VoicePrint;
  /** Other people with known voices. */
  people: readonly VoicePrint[];
}

/** Makes prints and compares them: the built-in check, or a neural encoder. */
export interface VoicePrinter {
  readonly model: string;
  /** Seconds of sound that a print needs at least: a shorter piece says nothing about a voice. */
  readonly minSeconds: number;
  /** True when the printer tells unnamed voices apart well enough to number speakers by it. */
  readonly separates: boolean;
  /** Two pieces with a likeness below this are two voices. */
  readonly apart: number;
  /** Accuracy in telling voices apart, where it was measured here. */
  readonly measured?: readonly Measurement[];
  /** Takes 16 kHz sound of one voice; resolves to null when too little of it is speech. */
  read(pcm: Int16Array): Promise<VoicePrint | null>;
  /** From -1 to 1. Both must be of this model. */
  likeness(one: VoicePrint, other: VoicePrint): number;
  /**
   * Judges which pieces of a whole conversation are the owner's; absent in printers that number the
   * speakers.
   */
  judgeTalk?(talk: Talk): Promise<OwnerVerdict[]>;
  /** Judges the likeness of a piece of this many seconds to a known voice. */
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
