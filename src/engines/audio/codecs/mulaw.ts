import type { FrameCodec } from './codec.ts';

/** Decodes ITU-T G.711 µ-law: one byte per sample, with finer steps for quiet sound. */
export function openMulaw(): FrameCodec {
  return (frame) => Int16Array.from(frame, (byte) => TABLE[byte]!);
}

const BIAS = 132;
const TABLE = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + BIAS) << ((code >> 4) & 0x07);
  return code & 0x80 ? BIAS - magnitude : magnitude - BIAS;
});
