import type { Measurement } from '../../core/measurement.ts';

/**
 * What is kept of a voice: not its sound, but numbers that sounds of one voice have in common. Prints
 * of pieces add up to the print of all of them.
 */
export interface VoicePrint {
  /** What made it. Prints of different models are never compared. */
  model: string;
  /** Of speech. */
  seconds: number;
  statistics: Float32Array;
}

/** `perhaps` is worth asking about, and never enough to write something down. */
export type Verdict = 'sure' | 'perhaps' | 'other';

/**
 * Of a piece in its conversation: surely the owner's voice, probably, or not. Nothing is written down
 * about the owner that was only probably said by them.
 */
export type OwnerVerdict = 'owner' | 'probable' | 'other';

export interface Talk {
  pieces: readonly VoicePrint[];
  owner: VoicePrint;
  /** Others whose voices are known. */
  people: readonly VoicePrint[];
}

/** Makes prints and compares them: the built-in check, or a neural encoder. */
export interface VoicePrinter {
  readonly model: string;
  /** Of sound: what is shorter says nothing about a voice. */
  readonly leastSeconds: number;
  /** Tells voices apart that nobody has named, well enough to number the speakers by it. */
  readonly separates: boolean;
  /** What is less alike than this is two voices. */
  readonly apart: number;
  /** How well it tells voices apart, where that was measured here. */
  readonly measured?: readonly Measurement[];
  /** Of 16 kHz sound of one voice; null when too little of it is speech. */
  read(pcm: Int16Array): Promise<VoicePrint | null>;
  /** From -1 to 1. Both must be of this model. */
  likeness(one: VoicePrint, other: VoicePrint): number;
  /** Which pieces of a whole conversation are the owner's; not where speakers have numbers. */
  judgeTalk?(talk: Talk): Promise<OwnerVerdict[]>;
  /** What a likeness means for a piece of so many seconds, held against a voice that is known. */
  judge(likeness: number, seconds: number): Verdict;
}

/** The print of everything that these are of; null of nothing. */
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
