import { createHash, randomBytes } from 'node:crypto';

/**
 * Creates identifiers. UUIDv7 (RFC 9562): 48 bits of Unix milliseconds first, so ids sort by time.
 */
export type NewId = () => string;

let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7. Within one millisecond the 12 bits after the time count up, so the ids of one process
 * are strictly increasing and sort in the order of creation.
 */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  if (now > lastMs) {
    lastMs = now;
    sequence = bytes.readUInt16BE(6) & 0x07ff;
  } else if (++sequence > 0x0fff) {
    lastMs += 1;
    sequence = 0;
  }
  return written(bytes, lastMs, sequence);
}

/** Creates a UUIDv7 for an earlier time, for imported records. */
export function idAt(at: Date): string {
  const bytes = randomBytes(16);
  return written(bytes, at.getTime(), bytes.readUInt16BE(6) & 0x0fff);
}

function written(bytes: Buffer, milliseconds: number, inside: number): string {
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt16BE(0x7000 | inside, 6);
  return inGroups(bytes);
}

/** Derives an id (UUIDv8) from a name, so that repeated attempts make only one record. */
export function idFrom(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  return inGroups(bytes);
}

/** Marks the variant of the standard, and writes the bytes as text. */
function inGroups(bytes: Buffer): string {
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID_PARTS =
  /^((?:[a-z_]+:)?)([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})(#\S*)?$/;

/**
 * Returns the first and last eight digits of a UUID, for models, which pay for every digit. A kind
 * before the id and a place after it stay: `memory:…`, `conversation:…#12`. The first digits are a
 * time, so the record can be found by its primary key.
 */
export function shortId(id: string): string {
  return id.replace(UUID_PARTS, '$1$2$3$4');
}

export const SHORT_ID = /^[0-9a-f]{16}$/;

/** Returns the lowest and highest UUID that a short id can stand for, and its last digits. */
export function uuidsOf(short: string): { from: string; to: string; end: string } {
  const [start, end] = [short.slice(0, 8), short.slice(8)];
  return {
    from: `${start}-0000-0000-0000-000000000000`,
    to: `${start}-ffff-ffff-ffff-ffffffffffff`,
    end,
  };
}
