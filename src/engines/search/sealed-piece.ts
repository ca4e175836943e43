import { createCipheriv, createDecipheriv } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { IndexPiece } from './index-piece.ts';

/**
 * Identifies a snapshot. The pieces of the snapshot can be decrypted only with the same key and
 * name.
 */
export interface SnapshotKey {
  /** The name and the version of the snapshot. */
  name: string;
  /** 32 bytes that encrypt only this snapshot. */
  key: Uint8Array;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts piece number `number` of a snapshot; null marks the end of the snapshot. */
export function sealPiece(
  snapshot: SnapshotKey,
  number: number,
  piece: IndexPiece | null,
): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', snapshot.key, nonceOf(number));
  cipher.setAAD(Buffer.from(snapshot.name));
  const body = cipher.update(serialize(piece));
  cipher.final();
  return Buffer.concat([cipher.getAuthTag(), body]);
}

/** Throws when the piece is damaged, or belongs to another position or snapshot. */
export function openPiece(
  snapshot: SnapshotKey,
  number: number,
  sealed: Uint8Array,
): IndexPiece | null {
  const decipher = createDecipheriv('aes-256-gcm', snapshot.key, nonceOf(number), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(snapshot.name));
  decipher.setAuthTag(sealed.subarray(0, TAG_BYTES));
  const body = decipher.update(sealed.subarray(TAG_BYTES));
  decipher.final();
  return deserialize(body) as IndexPiece | null;
}

/** Each key encrypts each number only once, so the number is a sufficient nonce. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(number);
  return nonce;
}
