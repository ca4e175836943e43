import { Invalid } from '../../core/errors.ts';
import { PCM_RATES } from './codecs/pcm.ts';
import { openResampler } from './resampler.ts';
import { SAMPLE_RATE } from './sample-rate.ts';

const PCM = 1;
/**
 * The format code of WAV files whose real format is in a later field. All such files are treated as
 * PCM.
 */
const EXTENSIBLE = 0xfffe;
const HEADER_BYTES = 44;

/**
 * Returns the first channel of a WAV file of 16-bit PCM, as 16 kHz mono. Throws `Invalid` for any
 * other file.
 */
export function readWav(file: Uint8Array): Int16Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const format = chunk(view, 'fmt ');
  const data = chunk(view, 'data');
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
  const stride = channels * 2;
  const samples = Int16Array.from({ length: Math.floor(data.byteLength / stride) }, (_, i) =>
    data.getInt16(i * stride, true),
  );
  return openResampler(rate)(samples);
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

/**
 * Returns the content of the RIFF chunk with this name. In a truncated file, the chunk ends with
 * the file.
 */
function chunk(view: DataView, name: string): DataView | undefined {
  for (let at = 12; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (tag(view, at) === name) {
      const start = at + 8;
      const length = Math.min(size, view.byteLength - start);
      return new DataView(view.buffer, view.byteOffset + start, length);
    }
    // Chunks are padded to an even length.
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}
