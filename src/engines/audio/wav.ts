import { Invalid } from '../../core/errors.ts';
import { PCM_RATES } from './codecs/pcm.ts';
import { toMono } from './mono.ts';
import { openResampler } from './resampler.ts';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

const PCM = 1;
/**
 * The format code of WAV files whose real format is in a later field. All such files are treated as
 * PCM.
 */
const EXTENSIBLE = 0xfffe;
const HEADER_BYTES = 44;
const CHUNK_HEADER_BYTES = 8;
/** The first chunk follows the names of the container and of the format. */
const FIRST_CHUNK = 12;
/** More chunks than any program writes. */
const MAX_CHUNKS = 1_000;
/** Names of chunks consist of these characters. */
const NAME = /^[\x20-\x7e]{4}$/;

/** Returns a WAV file of 16-bit PCM as 16 kHz mono. Throws `Invalid` for any other file. */
export function readWav(file: Uint8Array): Int16Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks = wavChunks((at, length) => file.subarray(at, at + length), file.length);
  const part = (name: string) => {
    const found = chunks.find((each) => each.name === name);
    return found && new DataView(view.buffer, view.byteOffset + found.start, found.length);
  };
  const format = part('fmt ');
  const data = part('data');
  if (!format || format.byteLength < 16 || !data) throw new Invalid('This is not a WAV file.');
  const code = format.getUint16(0, true);
  if ((code !== PCM && code !== EXTENSIBLE) || format.getUint16(14, true) !== 16) {
    throw new Invalid('The WAV file must contain 16-bit PCM.');
  }
  const channels = format.getUint16(2, true);
  const rate = format.getUint32(4, true);
  if (channels === 0 || !PCM_RATES.includes(rate)) {
    throw new Invalid(`The sample rate of the WAV file must be one of: ${PCM_RATES.join(', ')}.`);
  }
  const samples = Int16Array.from({ length: data.byteLength >> 1 }, (_, i) =>
    data.getInt16(i * 2, true),
  );
  return openResampler(rate)(toMono(samples, channels));
}

/** Returns a WAV file of 16 kHz mono. */
export function writeWav(pcm: Int16Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + pcm.byteLength);
  const view = new DataView(file.buffer);
  const text = (at: number, tag: string) => file.set(Buffer.from(tag, 'latin1'), at);
  text(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, pcm.byteLength, true);
  file.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), HEADER_BYTES);
  return file;
}

interface Chunk {
  name: string;
  start: number;
  length: number;
  /** False when the file contradicts the length in the header of the chunk. */
  isDeclared: boolean;
}

/** Returns the bytes at a place of the file. */
type Peek = (at: number, length: number) => Uint8Array;

/**
 * Returns the chunks of a WAV file. A program that was interrupted leaves a header with a wrong
 * length of the sound: too long, or too short, so that what follows is no chunk. The sound then
 * reaches to the end of the file.
 */
export function wavChunks(peek: Peek, size: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = FIRST_CHUNK; at + CHUNK_HEADER_BYTES <= size && chunks.length < MAX_CHUNKS;) {
    const { name, length } = headerAt(peek, at);
    const start = at + CHUNK_HEADER_BYTES;
    const isDeclared =
      name !== 'data' || (length > 0 && areChunks(peek, endOf(start, length), size));
    const rest = size - start;
    chunks.push({ name, start, length: isDeclared ? Math.min(length, rest) : rest, isDeclared });
    at = isDeclared ? endOf(start, length) : size;
  }
  return chunks;
}

/** Returns whether only whole chunks follow from here to the end of the file. */
function areChunks(peek: Peek, from: number, size: number): boolean {
  let at = from;
  for (let count = 0; at + CHUNK_HEADER_BYTES <= size && count < MAX_CHUNKS; count += 1) {
    const { name, length } = headerAt(peek, at);
    if (!NAME.test(name)) return false;
    at = endOf(at + CHUNK_HEADER_BYTES, length);
  }
  // The padding byte of the last chunk may be missing, or be forgotten in its place.
  return Math.abs(at - size) <= 1;
}

/** Chunks are padded to an even length. */
function endOf(start: number, length: number): number {
  return start + length + (length % 2);
}

function headerAt(peek: Peek, at: number): { name: string; length: number } {
  const bytes = Buffer.from(peek(at, CHUNK_HEADER_BYTES));
  return { name: bytes.toString('latin1', 0, 4), length: bytes.readUInt32LE(4) };
}
