/** Recordings of voices and simulated defects, for training and measurements. */
import { spawnSync } from 'node:child_process';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** Reads a recording in any format as 16 kHz mono, with ffmpeg. */
export function readRecording(path: string): Int16Array {
  return decoded(['-i', path]);
}

/** Simulates a telephone: converts the sound to 8 kHz and back. */
export function narrow(pcm: Int16Array): Int16Array {
  const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const raw = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];
  return decoded([...raw, '-i', 'pipe:0', '-af', 'aresample=8000,aresample=16000'], bytes);
}

function decoded(input: readonly string[], bytes?: Uint8Array): Int16Array {
  const { stdout, status, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', ...input, '-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', 'pipe:1'],
    { input: bytes, maxBuffer: 1024 ** 3 },
  );
  if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
  return new Int16Array(new Uint8Array(stdout).buffer, 0, stdout.length >> 1);
}

/** Returns numbers from 0 to 1; the same seed gives the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/**
 * Adds noise that is this many decibels quieter than the voice: white noise for odd seeds, duller
 * noise for even seeds.
 */
export function noisy(
  pcm: Int16Array,
  { decibels, seed }: { decibels: number; seed: number },
): Int16Array {
  const random = seeded(seed);
  const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length;
  const level = Math.sqrt(power) / 10 ** (decibels / 20);
  let dull = 0;
  return Int16Array.from(pcm, (sample) => {
    const white = Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
    dull = 0.85 * dull + white;
    const noise = (seed % 2 === 1 ? white : 0.53 * dull) * level;
    return Math.max(-32_768, Math.min(32_767, sample + noise));
  });
}
