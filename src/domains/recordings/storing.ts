/**
 * Moves the bytes of sound and photos from the database to the store for files. They are written to
 * the database first, so that a store that is slow or away loses nothing, and what older versions
 * stored moves in the same way. A move that is interrupted leaves the bytes where they were.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Parts } from '../../kit/context.ts';
import {
  claimMove,
  recordObject,
  releaseClaim,
  replaceObject,
  selectToRotate,
} from '../../storage/objects/rows.ts';
import type { OwnerColumn, StoredObject } from '../../storage/objects/rows.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Tx } from '../../storage/database.ts';
import { selectObject, selectPieces } from './audio.sql.ts';
import * as sql from './storing.sql.ts';
import type { Owner } from './storing.sql.ts';

const EVERY_MS = 60_000;
const COMPARE_MS = 24 * 3_600_000;
/** A live session stores a piece every five seconds, so a file without new ones has ended. */
const REST_MS = 600_000;
/** The number of rows that are looked up at once. */
const ROWS = 200;
/** Pieces that are read in one statement, for which other statements of the embedded database wait. */
const PIECES = 16;

type StoringParts = Pick<Parts, 'db' | 'clock' | 'files' | 'log'>;

interface Kind {
  column: OwnerColumn;
  list(parts: StoringParts): Promise<Owner[]>;
  /** Returns null when there is nothing to move. */
  read(parts: StoringParts, row: Owner): Promise<Buffer | null>;
  /** Removes the first bytes from the database. Returns false when the row is gone. */
  empty(tx: Tx, row: Owner, bytes: number): Promise<boolean>;
}

const KINDS: readonly Kind[] = [
  {
    column: 'photo_id',
    list: ({ db }) => sql.selectRestingPhotos(db, { limit: ROWS }),
    read: ({ db }, row) => sql.selectPhoto(db, row),
    empty: sql.emptyPhoto,
  },
  {
    column: 'audio_id',
    list: ({ db, clock }) => {
      const before = new Date(clock.now().getTime() - REST_MS);
      return sql.selectRestingSound(db, { before, limit: ROWS });
    },
    read: readSound,
    empty: sql.emptySound,
  },
];

export function startStoring(parts: StoringParts): Periodic {
  return startPeriodic({
    name: 'the move of files to the store',
    everyMs: EVERY_MS,
    log: parts.log,
    atOnce: true,
    run: (stopping) =>
      storeFiles(parts, stopping).catch((error: unknown) => {
        if (!stopping.aborted) throw error;
      }),
  });
}

/** Removes what no row names any more from the store. */
export function startRemoving({ db, files, log }: StoringParts): Periodic {
  return startPeriodic({
    name: 'the removal of files from the store',
    everyMs: EVERY_MS,
    log,
    atOnce: true,
    run: (stopping) => files.removeUnused(db, stopping),
  });
}

/**
 * Compares the store with the database, at the start and then each day, and deletes sound whose bytes
 * have been missing for a month.
 */
export function startComparison({ db, files, log }: StoringParts): Periodic {
  return startPeriodic({
    name: 'the comparison of the store for files',
    everyMs: COMPARE_MS,
    log,
    atOnce: true,
    run: async (stopping) => {
      await files.compare(db, stopping);
      await sql.deleteLostSound(db);
    },
  });
}

/** Moves what rests. Ends with the first file that the store does not take. */
export async function storeFiles(parts: StoringParts, stopping: AbortSignal): Promise<void> {
  if (parts.files.address === null) return;
  await rotateFiles(parts, stopping);
  for (const kind of KINDS) {
    await writeAll(parts, stopping, {
      list: () => kind.list(parts),
      write: (row) => storeFile(parts, { kind, row, stopping }),
    });
  }
}

/** Writes rows to the store, until none is left that this process may write. */
async function writeAll<Row>(
  { db, files }: StoringParts,
  stopping: AbortSignal,
  { list, write }: { list(): Promise<Row[]>; write(row: Row): Promise<boolean> },
): Promise<void> {
  while (!stopping.aborted) {
    const rows = await list();
    if (rows.length > 0) await files.claim(db, stopping);
    let written = 0;
    for (const row of rows) {
      if (stopping.aborted) return;
      const begun = performance.now();
      if (await write(row)) written += 1;
      // Half of the time is for others, when there is much to write.
      await wait(performance.now() - begun, undefined, { signal: stopping });
    }
    if (written === 0) return;
  }
}

/** Returns false when there was nothing to move, or another process moves it. */
async function storeFile(
  parts: StoringParts,
  { kind, row, stopping }: { kind: Kind; row: Owner; stopping: AbortSignal },
): Promise<boolean> {
  const { files } = parts;
  return claimed(parts, row.id, {
    write: async (name) => {
      const content = await kind.read(parts, row);
      return content && files.write(name, content, stopping);
    },
    record: async (tx, object) => {
      if (!(await kind.empty(tx, row, object.bytes))) return false;
      await recordObject(tx, { ...row, column: kind.column }, object);
      return true;
    },
  });
}

/** Encrypts files again, each with another key, if the operator requested it. */
async function rotateFiles(parts: StoringParts, stopping: AbortSignal): Promise<void> {
  const { db, files } = parts;
  await writeAll(parts, stopping, {
    list: () => selectToRotate(db, ROWS),
    write: (former) =>
      claimed(parts, former.owner_id, {
        write: async (name) => {
          const content = await files.read(former);
          return content && files.write(name, content, stopping);
        },
        record: (tx, object) => replaceObject(tx, former.name, object),
      }),
  });
}

/** Writes an object while no other process does the same. Returns whether a row names it now. */
async function claimed(
  { db }: StoringParts,
  owner_id: string,
  {
    write,
    record,
  }: {
    /** Returns null when there is nothing to write. */
    write(name: string): Promise<StoredObject | null>;
    /** Returns false when the row is gone. */
    record(tx: Tx, object: StoredObject): Promise<boolean>;
  },
): Promise<boolean> {
  const name = randomUUID();
  if (!(await claimMove(db, owner_id, name))) return false;
  let isNamed = false;
  try {
    const object = await write(name);
    isNamed = object !== null && (await transaction(db, (tx) => record(tx, object)));
    return isNamed;
  } finally {
    if (!isNamed) await releaseClaim(db, name);
  }
}

/** Sound that grew after its move has its first bytes in the store. */
async function readSound({ db, files }: StoringParts, { user_id, id }: Owner) {
  const file = { user_id, audio_id: id };
  const object = await selectObject(db, file);
  const first = object ? await files.read(object) : Buffer.alloc(0);
  if (!first) return null;
  const parts: Buffer[] = [first];
  for (let from = first.length; ;) {
    const data = await selectPieces(db, { ...file, from, limit: PIECES });
    if (data.length === 0) break;
    parts.push(data);
    from += data.length;
  }
  return parts.length > 1 ? Buffer.concat(parts) : null;
}
