/** Sounds for tests. */
import { spawnSync } from 'node:child_process';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

export interface Tone {
  frequency: number;
  seconds: number;
  rate?: number;
  /** The amplitude as a fraction of full scale. */
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

export function joinedSound(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encodes samples in the form in which clients send them: signed 16-bit little-endian. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** G.711 µ-law. */
export function toMulaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
    const exponent = Math.floor(Math.log2(magnitude)) - 7;
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  });
}

/** An ADTS stream, made by ffmpeg. */
export function toAac(samples: Int16Array, rate = SAMPLE_RATE): Uint8Array {
  const words = `-v error -f s16le -ar ${SAMPLE_RATE} -ac 1 -i pipe:0 -ar ${rate} -b:a 48k -f adts pipe:1`;
  const { stdout } = spawnSync('ffmpeg', words.split(' '), {
    input: pcmBytes(samples),
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Uint8Array(stdout);
}

/** A WAV file of 16-bit PCM. */
export function wav({ samples, channels = 1, rate = 16_000 }: Wav): Uint8Array {
  const header = new DataView(new ArrayBuffer(44));
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const) {
    for (let i = 0; i < 4; i++) header.setUint8(at + i, text.charCodeAt(i));
  }
  header.setUint32(4, 36 + samples.byteLength, true);
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, rate, true);
  header.setUint16(34, 16, true);
  header.setUint32(40, samples.byteLength, true);
  const head = new Int16Array(header.buffer);
  return pcmBytes(joinedSound(head, samples));
}

interface Wav {
  samples: Int16Array;
  channels?: number;
  rate?: number;
}
