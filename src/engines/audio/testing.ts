/** Sounds for tests. */
import { SAMPLE_RATE } from './sample-rate.ts';

export interface Tone {
  frequency: number;
  seconds: number;
  rate?: number;
  /** Of full scale. */
  amplitude?: number;
}

export function tone({
  frequency,
  seconds,
  rate = SAMPLE_RATE,
  amplitude = 0.5,
}: Tone): Int16Array {
  const step = (2 * Math.PI * frequency) / rate;
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, i) =>
    Math.round(32_767 * amplitude * Math.sin(step * i)),
  );
}

export function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * SAMPLE_RATE));
}

export function joined(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of samples as they lie on the wire: signed 16-bit little-endian. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
