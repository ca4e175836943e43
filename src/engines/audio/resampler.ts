import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** Accepts the next samples at the source rate and returns the next samples at the target rate. */
export type Resampler = (input: Int16Array) => Int16Array;

/**
 * The number of zero crossings of the sinc on each side; `KAISER_BETA` shapes its Kaiser window, which
 * attenuates by about 90 dB.
 */
const ZERO_CROSSINGS = 24;
const KAISER_BETA = 9;
/** The window must fall off before the new Nyquist frequency. */
const PASS_BAND = 0.9;

/**
 * A polyphase windowed-sinc resampler that keeps its position between calls, so that the output
 * does not depend on where the input is cut. Output sample n corresponds to input time n * rate /
 * to. Each output sample is returned after a few more input samples (less than 6 ms).
 */
export function openResampler(rate: number, to = SAMPLE_RATE): Resampler {
  if (rate === to) return (input) => input;
  const { up, down, reach, phases } = filterFor(rate, to);
  const taps = 2 * reach;
  /** The input that is still needed; it starts with silence before the first sample. */
  let window = new Float32Array(reach - 1);
  /** Position of the next output in the window, in units of 1/up of an input sample. */
  let position = 0;

  return (input) => {
    const joined = new Float32Array(window.length + input.length);
    joined.set(window);
    joined.set(input, window.length);
    const ready = Math.max(0, Math.ceil(((joined.length - taps + 1) * up - position) / down));
    const output = new Int16Array(ready);
    for (let n = 0; n < ready; n++, position += down) {
      const first = Math.floor(position / up);
      const coefficients = phases[position % up]!;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += joined[first + tap]! * coefficients[tap]!;
      output[n] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
    }
    const consumed = Math.min(Math.floor(position / up), joined.length);
    position -= consumed * up;
    window = joined.slice(consumed);
    return output;
  };
}

interface Filter {
  up: number;
  down: number;
  /** The number of input samples that are used on each side. */
  reach: number;
  /** For each fraction of an input sample, the coefficients of the samples around it. */
  phases: readonly Float32Array[];
}

/** Filters depend only on the two rates, so all streams share them. */
const filters = new Map<string, Filter>();

function filterFor(rate: number, to: number): Filter {
  const known = filters.get(`${rate}/${to}`);
  if (known) return known;
  const divisor = gcd(rate, to);
  const up = to / divisor;
  const down = rate / divisor;
  const cutoff = PASS_BAND * Math.min(1, to / rate);
  const reach = Math.ceil(ZERO_CROSSINGS / cutoff);
  const phases = Array.from({ length: up }, (_, phase) =>
    Float32Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - (reach - 1) - phase / up;
      return cutoff * sinc(cutoff * distance) * kaiser(distance / reach);
    }),
  );
  const filter = { up, down, reach, phases };
  filters.set(`${rate}/${to}`, filter);
  return filter;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

/** The modified Bessel function of order zero, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; term > 1e-9 * sum; k++) {
    term *= (x / 2 / k) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
