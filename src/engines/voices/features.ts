import { SAMPLE_RATE } from '../audio/sample-rate.ts';
import { openPowerSpectrum } from './spectrum.ts';

/**
 * Features of a voice, every 10 ms: mel-frequency cepstra and their change, in frames with speech.
 * The mean and the variance are normalised over the piece, which removes the influence of the
 * microphone. The frequency band equals the band of a telephone, so that calls and other recordings
 * are comparable.
 */
const CEPSTRA = 19;
export const DIMENSIONS = 2 * CEPSTRA;

const FRAME = 400;
const HOP = 160;
const FFT = 512;
const FILTERS = 24;
const [LOWEST_HZ, HIGHEST_HZ] = [150, 3_700];
const PRE_EMPHASIS = 0.97;
const DELTA_REACH = 2;
/** Frames are pauses when they are this much quieter than the loud frames of a piece. */
const PAUSE_DB = 30;
/** Frames below this level contain no voice, even in a quiet piece. */
const MIN_DB = 20;

const window = Float64Array.from(
  { length: FRAME },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME - 1)),
);
const filters = melFilters();
const cosines = Array.from({ length: CEPSTRA }, (_, order) =>
  Float64Array.from({ length: FILTERS }, (__, filter) =>
    Math.cos((Math.PI * (order + 1) * (filter + 0.5)) / FILTERS),
  ),
);

/** Returns the frames of a piece of 16 kHz sound, each with `DIMENSIONS` numbers. */
export function voiceFeatures(pcm: Int16Array): Float64Array[] {
  const power = openPowerSpectrum(FFT);
  const count = Math.max(0, Math.floor((pcm.length - FRAME) / HOP) + 1);
  const cepstra: Float64Array[] = [];
  const loudness = new Float64Array(count);
  const frame = new Float64Array(FFT);
  for (let index = 0; index < count; index += 1) {
    const start = index * HOP;
    let energy = 1;
    for (let at = 0; at < FRAME; at += 1) {
      const sample = pcm[start + at]!;
      energy += sample * sample;
      const before = at > 0 || start > 0 ? pcm[start + at - 1]! : 0;
      frame[at] = (sample - PRE_EMPHASIS * before) * window[at]!;
    }
    loudness[index] = 10 * Math.log10(energy / FRAME);
    cepstra.push(cepstraOf(power(frame)));
  }
  const loud = loudness.toSorted()[Math.floor(count * 0.95)] ?? 0;
  const floor = Math.max(loud - PAUSE_DB, MIN_DB);
  const spoken = [...cepstra.keys()].filter((index) => loudness[index]! > floor);
  return normalised(spoken.map((index) => withChange(cepstra, index)));
}

function cepstraOf(power: Float64Array): Float64Array {
  const levels = filters.map(({ from, weights }) => {
    let sum = 1e-6;
    for (let at = 0; at < weights.length; at += 1) sum += weights[at]! * power[from + at]!;
    return Math.log(sum);
  });
  return Float64Array.from(cosines, (row) => {
    let sum = 0;
    for (let filter = 0; filter < FILTERS; filter += 1) sum += row[filter]! * levels[filter]!;
    return sum;
  });
}

function withChange(cepstra: readonly Float64Array[], index: number): Float64Array {
  const at = (place: number) => cepstra[Math.min(Math.max(place, 0), cepstra.length - 1)]!;
  const frame = new Float64Array(DIMENSIONS);
  frame.set(cepstra[index]!);
  for (let order = 0; order < CEPSTRA; order += 1) {
    let change = 0;
    for (let reach = 1; reach <= DELTA_REACH; reach += 1) {
      change += reach * (at(index + reach)[order]! - at(index - reach)[order]!);
    }
    frame[CEPSTRA + order] = change / 10;
  }
  return frame;
}

function normalised(frames: Float64Array[]): Float64Array[] {
  if (frames.length === 0) return frames;
  for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
    let [sum, squares] = [0, 0];
    for (const frame of frames) {
      sum += frame[dimension]!;
      squares += frame[dimension]! ** 2;
    }
    const mean = sum / frames.length;
    const deviation = Math.sqrt(Math.max(squares / frames.length - mean * mean, 1e-6));
    for (const frame of frames) frame[dimension] = (frame[dimension]! - mean) / deviation;
  }
  return frames;
}

function melFilters(): { from: number; weights: Float64Array }[] {
  const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700);
  const hertz = (value: number) => 700 * (10 ** (value / 2595) - 1);
  const [low, high] = [mel(LOWEST_HZ), mel(HIGHEST_HZ)];
  const edges = Array.from(
    { length: FILTERS + 2 },
    (_, index) => (hertz(low + ((high - low) * index) / (FILTERS + 1)) * FFT) / SAMPLE_RATE,
  );
  return Array.from({ length: FILTERS }, (_, filter) => {
    const [left, middle, right] = edges.slice(filter, filter + 3) as [number, number, number];
    const from = Math.ceil(left);
    const weights = Float64Array.from({ length: Math.floor(right) - from + 1 }, (__, at) => {
      const bin = from + at;
      return bin <= middle ? (bin - left) / (middle - left) : (right - bin) / (right - middle);
    });
    return { from, weights };
  });
}
