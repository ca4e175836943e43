import koffi from 'koffi';
import type { FrameCodec } from './codec.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';

const LIBRARY = 'liblc3.so.0';
/** The frames of `lc3_fs1030`: 10 ms in 30 bytes. */
const FRAME_US = 10_000;
const FRAME_BYTES = 30;
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_US) / 1_000_000;
const PCM_S16 = 0;

interface Lc3 {
  size(frameUs: number, rate: number): number;
  setup(frameUs: number, rate: number, pcmRate: number, memory: Uint8Array): unknown;
  decode(
    decoder: unknown,
    frame: Uint8Array,
    bytes: number,
    format: number,
    pcm: Int16Array,
    stride: number,
  ): number;
}

let library: Lc3 | undefined;

/** Opens an LC3 decoder from Debian's `liblc3-0`; throws when the library is not installed. */
export function openLc3(sampleRate: number): FrameCodec {
  const { size, setup, decode } = (library ??= load());
  // The decoder's state is in this memory, which therefore must stay referenced as long as the
  // codec.
  const memory = new Uint8Array(size(FRAME_US, SAMPLE_RATE));
  const decoder = setup(FRAME_US, sampleRate, SAMPLE_RATE, memory);
  return (frame) => {
    if (frame.length !== FRAME_BYTES || memory.length === 0) return undefined;
    const pcm = new Int16Array(FRAME_SAMPLES);
    // 1 means that the decoder replaced a broken frame with invented samples, which are dropped.
    return decode(decoder, frame, frame.length, PCM_S16, pcm, 1) === 0 ? pcm : undefined;
  };
}

function load(): Lc3 {
  const lc3 = koffi.load(LIBRARY);
  return {
    size: lc3.func('uint lc3_decoder_size(int, int)'),
    setup: lc3.func('void *lc3_setup_decoder(int, int, int, void *)'),
    decode: lc3.func('int lc3_decode(void *, const void *, int, int, void *, int)'),
  } as unknown as Lc3;
}
