import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** The channels are weighed anew for each second at 16 kHz. */
const BLOCK = SAMPLE_RATE;
/**
 * Two sides that are alike or independent keep at least half of the power of one of them in their
 * mean. If less is left, they cancel each other, or only one has sound.
 */
const LEAST_LEFT = 0.3;

/**
 * Returns one channel made of several interleaved ones: their mean, or the loudest one where the
 * mean would lose most of the sound.
 */
export function toMono(interleaved: Int16Array, channels: number): Int16Array {
  if (channels === 1) return interleaved;
  const mono = new Int16Array(Math.floor(interleaved.length / channels));
  for (let from = 0; from < mono.length; from += BLOCK) {
    const block = interleaved.subarray(from * channels, (from + BLOCK) * channels);
    mixInto(mono.subarray(from, from + BLOCK), block, channels);
  }
  return mono;
}

function mixInto(mono: Int16Array, block: Int16Array, channels: number): void {
  const powers = Array.from<number>({ length: channels }).fill(0);
  let power = 0;
  for (let i = 0; i < mono.length; i += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      const sample = block[i * channels + channel]!;
      sum += sample;
      powers[channel]! += sample * sample;
    }
    mono[i] = Math.round(sum / channels);
    power += (sum / channels) ** 2;
  }
  const most = Math.max(...powers);
  if (power >= LEAST_LEFT * most) return;
  const loudest = powers.indexOf(most);
  for (let i = 0; i < mono.length; i += 1) mono[i] = block[i * channels + loudest]!;
}
