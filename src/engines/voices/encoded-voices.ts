import { SAMPLE_RATE } from '../audio/sample-rate.ts';
import type { VoiceEncoder } from './encoder/encoder.ts';
import { cosine, together } from './print.ts';
import type { Verdict, VoicePrint, VoicePrinter } from './print.ts';

/** Encoders are most accurate for pieces of this length. */
const WINDOW_SECONDS = 4;
const MIN_SECONDS = 1;
/**
 * These limits are usual cosines for speaker embeddings. From `SURE` on, two voices are considered
 * the same; from `PERHAPS` on, the service asks the user.
 */
const SURE = 0.55;
const PERHAPS = 0.4;

/**
 * Makes voiceprints with a neural encoder: a voiceprint is the sum of its vectors, weighted by the
 * length of their sound.
 */
export function encodedVoices(encoder: VoiceEncoder): VoicePrinter {
  return {
    model: encoder.name,
    minSeconds: MIN_SECONDS,
    separates: true,
    apart: PERHAPS,
    async read(pcm) {
      const prints: VoicePrint[] = [];
      for (const window of windows(pcm)) {
        const seconds = window.length / SAMPLE_RATE;
        const vector = await encoder.embed(window);
        const statistics = Float32Array.from(vector, (value) => value * seconds);
        prints.push({ model: encoder.name, seconds, statistics });
      }
      return together(prints);
    },
    likeness: (one, other) => cosine(one.statistics, other.statistics),
    judge,
  };
}

function judge(likeness: number): Verdict {
  if (likeness > SURE) return 'sure';
  return likeness >= PERHAPS ? 'perhaps' : 'other';
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
