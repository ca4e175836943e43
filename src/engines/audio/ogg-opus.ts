/**
 * Writes speech as an Ogg Opus file while it is spoken (RFC 3533, RFC 7845). Each second is a page,
 * so that players can seek to any second.
 */
import { Encoder } from '@evan/opus';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

const FRAME_SAMPLES = SAMPLE_RATE / 50;
const FRAMES_PER_PAGE = 50;
/** Ogg counts Opus samples at this rate, whatever the sample rate of the sound. */
const GRANULES_PER_SECOND = 48_000;
const GRANULES_PER_FRAME = GRANULES_PER_SECOND / 50;
/** The number of samples that the encoder adds at the start, for its look-ahead of 6.5 ms. */
const PRE_SKIP = 312;
const BITS_PER_SECOND = 24_000;
/**
 * The encoder's complexity (at most 10). This value needs half the CPU time of 10, and listeners
 * hear no difference.
 */
const COMPLEXITY = 5;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;

export class OggOpusWriter {
  readonly #encoder: Encoder;
  readonly #serial: number;
  readonly #rest = new Int16Array(FRAME_SAMPLES);
  #filled = 0;
  #packets: Uint8Array[] = [];
  #pages = 0;
  #granules = PRE_SKIP;
  #seconds = 0;

  /** `serial` identifies a stream within a file; our files have only one. */
  constructor(serial: number) {
    this.#serial = serial >>> 0;
    this.#encoder = new Encoder({ channels: 1, sample_rate: SAMPLE_RATE, application: 'voip' });
    this.#encoder.bitrate = BITS_PER_SECOND;
    this.#encoder.complexity = COMPLEXITY;
  }

  /** Seconds of sound written so far. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Returns the header pages of the file. */
  head(): Uint8Array {
    const identity = Buffer.alloc(19);
    identity.write('OpusHead');
    identity[8] = 1;
    identity[9] = 1;
    identity.writeUInt16LE(PRE_SKIP, 10);
    identity.writeUInt32LE(SAMPLE_RATE, 12);
    const vendor = 'Commonplace';
    const tags = Buffer.alloc(8 + 4 + vendor.length + 4);
    tags.write('OpusTags');
    tags.writeUInt32LE(vendor.length, 8);
    tags.write(vendor, 12);
    return Buffer.concat([this.#page([identity], 0, FIRST_PAGE), this.#page([tags], 0)]);
  }

  /** Accepts 16 kHz mono; returns the pages that are complete. */
  write(pcm: Int16Array): Uint8Array[] {
    this.#seconds += pcm.length / SAMPLE_RATE;
    const pages: Uint8Array[] = [];
    for (let at = 0; at < pcm.length;) {
      const taken = Math.min(pcm.length - at, FRAME_SAMPLES - this.#filled);
      this.#rest.set(pcm.subarray(at, at + taken), this.#filled);
      at += taken;
      this.#filled += taken;
      if (this.#filled < FRAME_SAMPLES) break;
      this.#filled = 0;
      this.#packets.push(this.#encoder.encode(this.#rest));
      if (this.#packets.length === FRAMES_PER_PAGE) pages.push(this.#flush(0));
    }
    return pages;
  }

  /** Returns the last page. */
  end(): Uint8Array {
    if (this.#filled > 0 || this.#packets.length === 0) {
      this.#rest.fill(0, this.#filled);
      this.#packets.push(this.#encoder.encode(this.#rest));
      this.#filled = 0;
    }
    return this.#flush(LAST_PAGE);
  }

  #flush(flags: number): Uint8Array {
    const packets = this.#packets.splice(0);
    this.#granules += packets.length * GRANULES_PER_FRAME;
    return this.#page(packets, this.#granules, flags);
  }

  #page(packets: readonly Uint8Array[], granules: number, flags = 0): Uint8Array {
    // A packet is cut into segments of 255 bytes; a shorter segment marks its end.
    const lacing = packets.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 255)).fill(255),
      length % 255,
    ]);
    const header = Buffer.alloc(27 + lacing.length);
    header.write('OggS');
    header[5] = flags;
    header.writeBigInt64LE(BigInt(granules), 6);
    header.writeUInt32LE(this.#serial, 14);
    header.writeUInt32LE(this.#pages, 18);
    header[26] = lacing.length;
    header.set(lacing, 27);
    this.#pages += 1;
    const page = Buffer.concat([header, ...packets]);
    page.writeUInt32LE(checksum(page), 22);
    return page;
  }
}

const HEADER_BYTES = 27;
const CHECKSUM_AT = 22;
/** The pages before the sound: the properties of the stream, and its tags. */
const HEAD_PAGES = 2;

/**
 * Returns the Opus packets of a file that `OggOpusWriter` wrote, each of which lasts 20 ms. The last
 * page may be absent, because a crash ends a file. Returns null when the file is damaged.
 */
export function opusPackets(file: Buffer): Uint8Array[] | null {
  const packets: Uint8Array[] = [];
  let at = 0;
  for (let number = 0; at < file.length; number += 1) {
    const count = file[at + HEADER_BYTES - 1] ?? 0;
    const lacing = file.subarray(at + HEADER_BYTES, at + HEADER_BYTES + count);
    const start = at + HEADER_BYTES + count;
    const end = lacing.reduce((sum, length) => sum + length, start);
    const isPage = end <= file.length && file.toString('latin1', at, at + 4) === 'OggS';
    if (!isPage || !isIntact(Buffer.from(file.subarray(at, end)), number)) return null;
    if (number >= HEAD_PAGES) packets.push(...cut(file.subarray(start, end), lacing));
    at = end;
  }
  return packets;
}

function isIntact(page: Buffer, number: number): boolean {
  const sum = page.readUInt32LE(CHECKSUM_AT);
  page.writeUInt32LE(0, CHECKSUM_AT);
  return page.readUInt32LE(18) === number && checksum(page) === sum;
}

function* cut(bytes: Uint8Array, lacing: Uint8Array): Generator<Uint8Array> {
  let [start, end] = [0, 0];
  for (const length of lacing) {
    end += length;
    if (length === 255) continue;
    yield bytes.subarray(start, end);
    start = end;
  }
}

const POLYNOMIAL = 0x04c11db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value >>> 0;
});

/** Unlike the usual CRC, Ogg's starts with 0 and is not reflected. */
function checksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ TABLE[(crc >>> 24) ^ byte]!) >>> 0;
  return crc;
}
