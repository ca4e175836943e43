/** A frame of AAC with its ADTS header. */
export interface AdtsFrame {
  bytes: Uint8Array;
  /** The duration of the frame's sound in seconds. */
  seconds: number;
}

const HEADER_BYTES = 7;
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLES = 1024;
/** AAC allows 6,144 bits per channel in each block. */
const BLOCK_BYTES = 768;

/** Finds the frames of an ADTS stream, independent of message boundaries. */
export class AdtsFrames {
  #rest: Uint8Array = new Uint8Array(0);

  /** Returns the newly complete frames, and whether all bytes belonged to frames. */
  push(bytes: Uint8Array): { frames: AdtsFrame[]; isClean: boolean } {
    const all = Buffer.concat([this.#rest, bytes]);
    const frames: AdtsFrame[] = [];
    let isClean = true;
    let at = 0;
    while (at < all.length) {
      const head = all.subarray(at, at + HEADER_BYTES);
      if (!mayBegin(head)) {
        isClean = false;
        at += 1;
        continue;
      }
      if (head.length < HEADER_BYTES) break;
      const { length, seconds } = frameOf(head);
      if (at + length > all.length) break;
      frames.push({ bytes: all.subarray(at, at + length), seconds });
      at += length;
    }
    this.#rest = all.subarray(at);
    return { frames, isClean };
  }
}

/** Returns whether these bytes are a header or the start of one. */
function mayBegin(head: Uint8Array): boolean {
  if (head[0] !== 0xff) return false;
  // The header starts with twelve set bits, and its layer is always 0.
  if (head.length > 1 && (head[1]! & 0xf6) !== 0xf0) return false;
  if (head.length > 2 && ((head[2]! >> 2) & 0x0f) >= RATES.length) return false;
  if (head.length < HEADER_BYTES) return true;
  const { channels, blocks, length } = frameOf(head);
  return channels <= 2 && length > HEADER_BYTES && length <= largest(blocks);
}

function largest(blocks: number): number {
  return HEADER_BYTES + 2 + blocks * 2 * BLOCK_BYTES;
}

function frameOf(head: Uint8Array) {
  const blocks = (head[6]! & 0x03) + 1;
  const rate = RATES[(head[2]! >> 2) & 0x0f]!;
  return {
    channels: ((head[2]! & 0x01) << 2) | (head[3]! >> 6),
    length: ((head[3]! & 0x03) << 11) | (head[4]! << 3) | (head[5]! >> 5),
    blocks,
    seconds: (blocks * SAMPLES) / rate,
  };
}
