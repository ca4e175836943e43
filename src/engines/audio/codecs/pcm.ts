import type { FrameCodec } from './codec.ts';

export const PCM_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Signed 16-bit little-endian samples. Messages may be cut anywhere, so an odd last byte waits for
 * the next message.
 */
export function openPcm16(): FrameCodec {
  let carry: number | undefined;
  return (frame) => {
    const bytes = new Uint8Array(frame.length + (carry === undefined ? 0 : 1));
    if (carry !== undefined) bytes[0] = carry;
    bytes.set(frame, bytes.length - frame.length);
    carry = bytes.length % 2 === 1 ? bytes.at(-1) : undefined;
    return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
  };
}

/**
 * The first 50 ms (at the default rate) decide what `pcm8` means in this stream. Nobody notices
 * this delay.
 */
const EVIDENCE_BYTES = 400;

/**
 * Some devices use `pcm8` for unsigned 8-bit samples, as the name says; other devices use it for
 * 16-bit little-endian samples at 8 kHz. The first bytes decide: see `looksLikePcm16`.
 */
export function openPcm8(): FrameCodec {
  let evidence: Uint8Array | undefined = new Uint8Array(0);
  let codec: FrameCodec = decodeUnsigned8;
  return (frame) => {
    if (!evidence) return codec(frame);
    evidence = concat(evidence, frame);
    if (evidence.length < EVIDENCE_BYTES) return new Int16Array(0);
    const held = evidence;
    evidence = undefined;
    if (looksLikePcm16(held)) codec = openPcm16();
    return codec(held);
  };
}

/**
 * The second byte of a 16-bit sample is its high byte, which is near 0 or 255 unless the sound is
 * very loud. Unsigned 8-bit samples stay close to the middle value, 128. For speech, the average
 * distance of these bytes from the middle is above 100 in 16-bit samples and below 40 in 8-bit
 * samples.
 */
function looksLikePcm16(bytes: Uint8Array): boolean {
  let distance = 0;
  for (let i = 1; i < bytes.length; i += 2) distance += Math.abs(bytes[i]! - 128);
  return distance / (bytes.length >> 1) > 75;
}

const decodeUnsigned8: FrameCodec = (frame) => Int16Array.from(frame, (byte) => (byte - 128) << 8);

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
