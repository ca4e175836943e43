import { Decoder } from '@evan/opus';
import type { FrameCodec } from './codec.ts';
import { opusShape } from './opus-packet.ts';
import { toMono } from '../mono.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';

/** RFC 6716 allows 1,275 bytes per frame, but no device sends larger packets than this. */
const LARGEST_PACKET = 1_500;

const ONE_VALUE_BYTES = 8;

/**
 * Decodes Opus with one packet per message. The decoder outputs 16 kHz for any sample rate of the
 * sender, so no resampling is needed.
 */
export function openOpus(): FrameCodec {
  let channels: 1 | 2 = 1;
  let decoder = new Decoder({ channels, sample_rate: SAMPLE_RATE });
  return (packet) => {
    if (packet.length > LARGEST_PACKET || isOneValue(packet)) return undefined;
    // The decoder would mix two sides that cancel each other to silence.
    if (channels === 1 && opusShape(packet)?.isStereo) {
      channels = 2;
      decoder = new Decoder({ channels, sample_rate: SAMPLE_RATE });
    }
    try {
      // The decoder returns a fresh buffer per call (measured on the native and the WebAssembly
      // build), so no copy is needed.
      const bytes = decoder.decode(packet);
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
      return toMono(samples, channels);
    } catch {
      return undefined;
    }
  };
}

/** Some codecs send silence as one repeated byte. */
function isOneValue(packet: Uint8Array): boolean {
  return packet.length > ONE_VALUE_BYTES && packet.every((byte) => byte === packet[0]);
}
