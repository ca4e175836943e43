/** Stores the bytes of waiting files, and reads them back. */
import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { TooLarge, Unavailable } from '../../core/errors.ts';
import type { Db } from '../database.ts';
import type { Files } from '../objects/files.ts';
import { claimMove, endClaim } from '../objects/rows.ts';
import { transaction } from '../transaction.ts';
import { insertPieces, selectPiece } from './rows.ts';
import type { WaitingPiece, WaitingFile } from './rows.ts';

const MIB = 1024 ** 2;
export const PIECE_BYTES = 8 * MIB;
/** Smaller pieces stay in the database, because a request to the store costs more than they do. */
const OBJECT_BYTES = MIB;
const CLAIM_MS = 30_000;
/** Without a store for files, the database takes no larger file. */
export const MAX_BYTES_WITHOUT_STORE = 1024 * MIB;

export interface PieceParts {
  db: Db;
  files: Files;
}

/** Throws when a file is too large to survive the disk of this process. */
export function requireStorable({ files }: PieceParts, bytes: number): void {
  if (files.address !== null || bytes <= MAX_BYTES_WITHOUT_STORE) return;
  throw new TooLarge(
    'The file is too large: at most 1024 MiB, because this service has no store for files. The operator ' +
      'can set SVC_FILES.',
  );
}

/** Stores a piece. Throws when another process holds its file, or the account was deleted. */
export async function storePiece(
  { db, files }: PieceParts,
  holder: string | null,
  piece: Omit<WaitingPiece, 'content'> & { content: Buffer },
): Promise<void> {
  const { content } = piece;
  if (files.address === null || content.length < OBJECT_BYTES) {
    return requireInserted(await insertPieces(db, holder, [piece]));
  }
  const name = randomUUID();
  await claimMove(db, null, name);
  const object = await files.write(name, content);
  await transaction(db, async (tx) => {
    requireInserted(await insertPieces(tx, holder, [{ ...piece, content: object }]));
    await endClaim(tx, name);
  });
}

function requireInserted(count: number): void {
  if (count === 0) throw new Unavailable('Another process took this file over. Try again.');
}

/** Stores a file from this place on. */
export async function storeWaitingFile(
  parts: PieceParts,
  holder: string | null,
  { source, from = 0, ...file }: Pick<WaitingPiece, 'user_id' | 'file_id' | 'path'> & FileSource,
): Promise<void> {
  const { size } = await stat(source);
  requireStorable(parts, size);
  await requireStore(parts);
  await using handle = await open(source);
  for (let place = from; place < size;) {
    const content = Buffer.alloc(Math.min(PIECE_BYTES, size - place));
    const { bytesRead } = await handle.read(content, 0, content.length, place);
    if (bytesRead < content.length) throw new Error(`${source} became shorter.`);
    const until = place + bytesRead;
    await storePiece(parts, holder, { ...file, place, until, content });
    place = until;
  }
}

/** Must succeed before the first piece is stored. */
export async function requireStore({ db, files }: PieceParts): Promise<void> {
  if (files.address !== null) await files.claim(db, AbortSignal.timeout(CLAIM_MS));
}

interface FileSource {
  /** The path of the file on this disk. */
  source: string;
  from?: number;
}

/** Writes the files back to a disk. `pathOf` returns the place of each. */
export async function fetchFile(
  { db, files }: PieceParts,
  file: Pick<WaitingFile, 'user_id' | 'id'>,
  pathOf: (path: string) => string,
): Promise<void> {
  let after = { path: '', place: -1 };
  for (;;) {
    const piece = await selectPiece(db, file, after);
    if (!piece) return;
    const { data, name, key, bytes, path } = piece;
    const content = data ?? (await files.read({ name: name!, key: key!, bytes, sha256: NO_HASH }));
    if (!content) throw new Error(`A piece of the waiting file ${file.id} is missing.`);
    await using handle = await open(pathOf(path), path === after.path ? 'a' : 'w', 0o600);
    await handle.appendFile(content);
    await handle.datasync();
    after = piece;
  }
}

/** The encryption tells when an object is not as it was written. */
const NO_HASH = Buffer.alloc(0);
