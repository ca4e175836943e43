import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const LENGTH_BYTES = 4;
/** A damaged length must not take all memory; a conversation with many turns is one large piece. */
const MAX_PIECE_BYTES = 512 * 1024 * 1024;

/** Appends a piece, which the file stores after its length. */
export async function writePiece(file: FileHandle, sealed: Uint8Array): Promise<void> {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(sealed.length);
  await file.writev([length, sealed]);
}

/** Reads the pieces of a snapshot one after another; throws when the file is cut. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    let left = (await file.stat()).size;
    while (left > 0) {
      const length = (await read(file, LENGTH_BYTES)).readUInt32LE();
      left -= LENGTH_BYTES + length;
      if (left < 0 || length > MAX_PIECE_BYTES) throw new Error('A length is wrong.');
      yield await read(file, length);
    }
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
  if (bytesRead < length) throw new Error('The file is cut.');
  return buffer;
}
