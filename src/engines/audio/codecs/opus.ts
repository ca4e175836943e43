import { Decoder } from '@evan/opus';
import type { FrameCodec } from './codec.ts';
import { SAMPLE_RATE } from '../sample-rate.ts';

/** RFC 6716 allows 1,275 bytes per frame, but no device sends larger packets than this. */
const LARGEST_PACKET = 1_500;

const ONE_VALUE_BYTES = 8;

/**
 * Decodes Opus with one packet per message. The decoder outputs 16 kHz for any sample rate of the
 * sender, so no resampling is needed.
 */
export function openOpus(): FrameCodec {
  const decoder = new Decoder({ channels: 1, sample_rate: SAMPLE_RATE });
  return (packet) => {
    if (packet.length > LARGEST_PACKET || isOneValue(packet)) return undefined;
    try {
      // The decoder returns a fresh buffer per call (measured on the native and the WebAssembly
      // build), so no copy is needed.
      const bytes = decoder.decode(packet);
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    } catch {
      return undefined;
    }
  };
}

/** Some codecs send silence as one repeated byte. */
function isOneValue(packet: Uint8Array): boolean {
  return packet.length > ONE_VALUE_BYTES && packet.every((byte) => byte === packet[0]);
}
