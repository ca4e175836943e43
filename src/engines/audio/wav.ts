import { Invalid } from '../../core/errors.ts';
import { PCM_RATES } from './pcm.ts';
import { openResampler } from './resampler.ts';

const PCM = 1;
/** Says that the real format code is further on; what it wraps is PCM in every file we care for. */
const EXTENSIBLE = 0xfffe;

/** The first channel of a WAV file of 16-bit PCM, as 16 kHz mono. Throws `Invalid` for others. */
export function readWav(file: Uint8Array): Int16Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const format = chunk(view, 'fmt ');
  const data = chunk(view, 'data');
  if (!format || format.byteLength < 16 || !data) throw new Invalid('This is not a WAV file.');
  const code = format.getUint16(0, true);
  if ((code !== PCM && code !== EXTENSIBLE) || format.getUint16(14, true) !== 16) {
    throw new Invalid('The WAV file must hold 16-bit PCM.');
  }
  const channels = format.getUint16(2, true);
  const rate = format.getUint32(4, true);
  if (channels === 0 || !PCM_RATES.includes(rate)) {
    throw new Invalid(`The WAV file must have one of these rates: ${PCM_RATES.join(', ')}.`);
  }
  const stride = channels * 2;
  const samples = Int16Array.from({ length: Math.floor(data.byteLength / stride) }, (_, i) =>
    data.getInt16(i * stride, true),
  );
  return openResampler(rate)(samples);
}

/** The content of a RIFF chunk; one that claims more than there is (a cut file) ends at the end. */
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
