import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const LENGTH_BYTES = 4;
/**
 * The maximum length of a piece, so that a damaged length cannot use all memory. A conversation
 * with many turns is one large piece.
 */
const MAX_PIECE_BYTES = 512 * 1024 * 1024;

/** Appends a piece, preceded by its length. */
export async function writePiece(file: FileHandle, sealed: Uint8Array): Promise<void> {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(sealed.length);
  await file.writev([length, sealed]);
}

/** Reads the pieces of a snapshot one after another. Throws when the file is truncated. */
export async function* readSnapshotPieces(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  let left = (await file.stat()).size;
  while (left > 0) {
    const length = (await read(file, LENGTH_BYTES)).readUInt32LE();
    left -= LENGTH_BYTES + length;
    if (left < 0 || length > MAX_PIECE_BYTES) throw new Error('A piece has an invalid length.');
    yield await read(file, length);
  }
}

async function read(file: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
  if (bytesRead < length) throw new Error('The file is truncated.');
  return buffer;
}
