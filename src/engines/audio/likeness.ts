import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** Speech is compared at a quarter of the rate, which keeps its pitch and its vowels. */
const STEP = 4;
const PER_MS = SAMPLE_RATE / STEP / 1000;
/** No room and no telephone line delays an echo by more than this. */
const MAX_LAG_MS = 300;

export interface Likeness {
  /** How many milliseconds the second sound is later than the first one. */
  lagMs: number;
  /** 1 when the sounds differ only in time and loudness, and about 0 for different sounds. */
  likeness: number;
  /** How many times louder the first sound is. */
  ratio: number;
}

/** Compares two sounds of the same moment. Returns null when one of them is silent. */
export function compareSounds(one: Int16Array, other: Int16Array): Likeness | null {
  const [first, second] = [coarse(one), coarse(other)];
  const [power, otherPower] = [powerOf(first), powerOf(second)];
  if (power === 0 || otherPower === 0) return null;
  const most = Math.min(MAX_LAG_MS * PER_MS, first.length - 1);
  let best = { lag: 0, product: 0 };
  for (let lag = -most; lag <= most; lag += 1) {
    const product = productAt(first, second, lag);
    if (product > best.product) best = { lag, product };
  }
  return {
    lagMs: best.lag / PER_MS,
    likeness: best.product / Math.sqrt(power * otherPower),
    ratio: Math.sqrt(power / otherPower),
  };
}

function coarse(pcm: Int16Array): Float64Array {
  const sound = new Float64Array(Math.floor(pcm.length / STEP));
  for (let i = 0; i < sound.length; i += 1) {
    for (let j = 0; j < STEP; j += 1) sound[i]! += pcm[i * STEP + j]!;
  }
  return sound;
}

function powerOf(sound: Float64Array): number {
  return sound.reduce((sum, sample) => sum + sample * sample, 0);
}

function productAt(first: Float64Array, second: Float64Array, lag: number): number {
  const end = Math.min(first.length, second.length - lag);
  let sum = 0;
  for (let i = Math.max(0, -lag); i < end; i += 1) sum += first[i]! * second[i + lag]!;
  // An inverted copy is a copy too.
  return Math.abs(sum);
}
