import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import type { VoiceEncoder } from './encoder/encoder.ts';
import { cosine, together } from './print.ts';
import type { VoicePrint, VoicePrinter } from './print.ts';

/** Encoders are most accurate for pieces of this length. */
const WINDOW_SECONDS = 4;
const MIN_SECONDS = 1.5;
/** The minimum share of a piece that is speech. The rest is pauses. */
const MIN_SPOKEN = 0.5;

const BLOCK = SAMPLE_RATE / 50;
/** Blocks are pauses when they are this much quieter than the loud blocks of a piece. */
const PAUSE_DB = 30;
/** Blocks below this level of full scale contain no voice, even in a quiet piece. */
const MIN_DB = -70;

/**
 * Makes voiceprints with a neural encoder: a voiceprint is the sum of its vectors, weighted by the
 * length of their sound.
 */
export function encodedVoices(encoder: VoiceEncoder): VoicePrinter {
  const { name: model, limits, measured } = encoder;
  return {
    model,
    minSeconds: MIN_SECONDS,
    limits,
    ...(measured && { measured }),
    fault: encoder.fault ?? null,
    async read(pcm) {
      const prints: VoicePrint[] = [];
      for (const window of windows(pcm)) {
        const seconds = spokenSeconds(window);
        if (seconds < MIN_SPOKEN * MIN_SECONDS) continue;
        const vector = await encoder.embed(window);
        prints.push({ model, seconds, statistics: vector.map((value) => value * seconds) });
      }
      return together(prints);
    },
    likeness: (one, other) => cosine(one.statistics, other.statistics),
    judge(likeness) {
      if (likeness >= limits.sure) return 'sure';
      return likeness >= limits.perhaps ? 'perhaps' : 'other';
    },
  };
}

/** Cuts the sound into pieces of `WINDOW_SECONDS`. A short rest is added to the last piece. */
function windows(pcm: Int16Array): Int16Array[] {
  const size = WINDOW_SECONDS * SAMPLE_RATE;
  if (pcm.length < MIN_SECONDS * SAMPLE_RATE) return [];
  const count = Math.max(1, Math.round(pcm.length / size));
  return Array.from({ length: count }, (_, at) =>
    pcm.slice(at * size, at === count - 1 ? pcm.length : (at + 1) * size),
  );
}

/** Returns the seconds of sound without pauses. */
function spokenSeconds(pcm: Int16Array): number {
  const levels = Array.from({ length: Math.floor(pcm.length / BLOCK) }, (_, at) => {
    let energy = 0;
    for (const sample of pcm.subarray(at * BLOCK, (at + 1) * BLOCK)) energy += sample * sample;
    return 10 * Math.log10(energy / BLOCK / 32_768 ** 2);
  });
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)]!;
  const floor = Math.max(loud - PAUSE_DB, MIN_DB);
  return (levels.filter((level) => level > floor).length * BLOCK) / SAMPLE_RATE;
}
