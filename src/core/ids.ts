import { randomBytes } from 'node:crypto';

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
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
