import { Decoder } from '@evan/opus';
import type { FrameCodec } from './codec.ts';
import { SAMPLE_RATE } from '../sample-rate.ts';

/** RFC 6716 allows 1,275 bytes per frame; more than this is no packet any device sends. */
const LARGEST_PACKET = 1_500;

const ONE_VALUE_BYTES = 8;

/**
 * Opus, one packet a message. The decoder is asked for 16 kHz whatever the sender's rate was (Opus
 * packets decode at any rate), so no resampling is needed.
 */
export function openOpus(): FrameCodec {
  const decoder = new Decoder({ channels: 1, sample_rate: SAMPLE_RATE });
  return (packet) => {
    if (packet.length > LARGEST_PACKET || isOneValue(packet)) return undefined;
    try {
      // A fresh copy per call (measured on the native and the WebAssembly build), so no copy here.
      const bytes = decoder.decode(packet);
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    } catch {
      return undefined;
    }
  };
}

/** As the silence of other codecs is. */
function isOneValue(packet: Uint8Array): boolean {
  return packet.length > ONE_VALUE_BYTES && packet.every((byte) => byte === packet[0]);
}
