/**
 * Encrypts objects with AES-256-GCM in pieces, so that a part can be read alone. Each object has a
 * key of its own. The number of a piece is its nonce, and the last piece has a mark in its nonce, so
 * that pieces cannot be reordered or left out at the end.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { ByteRange } from './store.ts';

const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export const KEY_BYTES = 32;

/** The object is not as it was written. */
export class DamagedObject extends Error {}

export function encrypt(plain: Uint8Array, key: Uint8Array): Buffer {
  const count = countPieces(plain.length);
  const pieces: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, count));
    const part = plain.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    pieces.push(cipher.update(part), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(pieces);
}

/** Returns the part of the encrypted object that contains these bytes of the plain one. */
export function encryptedRange({ from, to }: ByteRange): ByteRange {
  const whole = PIECE_BYTES + TAG_BYTES;
  return {
    from: Math.floor(from / PIECE_BYTES) * whole,
    to: (Math.floor(to / PIECE_BYTES) + 1) * whole - 1,
  };
}

/**
 * Returns the bytes of a range from the pieces that contain it. Throws unless all are as they were
 * written.
 */
export function decrypt(
  stored: Uint8Array,
  { key, bytes, range }: { key: Uint8Array; bytes: number; range: ByteRange },
): Buffer {
  const count = countPieces(bytes);
  const first = Math.floor(range.from / PIECE_BYTES);
  const last = Math.floor(range.to / PIECE_BYTES);
  const whole = PIECE_BYTES + TAG_BYTES;
  const pieces: Buffer[] = [];
  for (let index = first; index <= last; index += 1) {
    const piece = stored.subarray((index - first) * whole, (index - first + 1) * whole);
    pieces.push(decryptPiece(piece, { key, nonce: nonceOf(index, count) }));
  }
  const start = range.from - first * PIECE_BYTES;
  return Buffer.concat(pieces).subarray(start, start + range.to - range.from + 1);
}

function decryptPiece(
  piece: Uint8Array,
  { key, nonce }: { key: Uint8Array; nonce: Buffer },
): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce);
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new DamagedObject('The object is not as it was written.', { cause });
  }
}

function countPieces(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PIECE_BYTES));
}

function nonceOf(index: number, count: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 0);
  nonce[11] = index === count - 1 ? 1 : 0;
  return nonce;
}
