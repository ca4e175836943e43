import { backgroundVoices } from './background.ts';
import { DIMENSIONS, voiceFeatures } from './features.ts';
import { statisticsOf } from './mixture.ts';
import { cosine } from './print.ts';
import type { Verdict, VoicePrint } from './print.ts';

/**
 * Decides whether two pieces come from the same voice. The method needs no download. Each component
 * of a mixture of many voices is shifted towards the piece (Reynolds, Quatieri and Dunn 2000), and
 * the angle between two such shifts is compared (Campbell, Sturim and Reynolds 2006). A few seconds
 * of speech give only a weak indication, so an uncertain speaker stays unknown.
 */
export const BUILT_IN_MODEL = 'mfcc-gmm-1';

export const MIN_PIECE_SECONDS = 1.5;

const FRAMES_PER_SECOND = 100;
/** The maximum share of pauses in a piece. */
const MIN_FRAMES = (MIN_PIECE_SECONDS / 2) * FRAMES_PER_SECOND;

/**
 * The weight of the background's mean, in frames. A voice with this many frames moves the mean
 * halfway.
 */
const RELEVANCE = 16;

/**
 * A piece with at least this similarity belongs to the voice. Longer pieces are generally more
 * similar, so they need a higher value. At most 3 % of the pieces from other people reach it (`node
 * bench/whose-words.ts`).
 */
const SURE = 0.14;
const SURE_MORE_PER_SECOND = 0.008;
const SURE_FROM_SECONDS = 2;
const SURE_AT_MOST = 0.18;
export const PERHAPS = 0.08;

/** Makes the voiceprint of a piece of 16 kHz sound; null when too little of it is speech. */
export function builtInPrint(pcm: Int16Array): VoicePrint | null {
  const frames = voiceFeatures(pcm);
  if (frames.length < MIN_FRAMES) return null;
  const statistics = statisticsOf(backgroundVoices(), frames);
  return { model: BUILT_IN_MODEL, seconds: frames.length / FRAMES_PER_SECOND, statistics };
}

export function builtInLikeness(one: VoicePrint, other: VoicePrint): number {
  return cosine(builtInPull(one), builtInPull(other));
}

export function sureFrom(seconds: number): number {
  const longer = Math.max(0, seconds - SURE_FROM_SECONDS);
  return Math.min(SURE + SURE_MORE_PER_SECOND * longer, SURE_AT_MOST);
}

export function builtInVerdict(likeness: number, seconds: number): Verdict {
  if (likeness >= sureFrom(seconds)) return 'sure';
  return likeness >= PERHAPS ? 'perhaps' : 'other';
}

/** Returns the shift of each mean towards the voice, in units of its standard deviation. */
export function builtInPull({ statistics }: VoicePrint): Float32Array {
  const { precisions, constants } = backgroundVoices();
  const components = constants.length;
  return Float32Array.from(precisions, (precision, at) => {
    const count = statistics[Math.floor(at / DIMENSIONS)]!;
    return (Math.sqrt(precision) * statistics[components + at]!) / (count + RELEVANCE);
  });
}
