/**
 * The marker in a store says to which database it belongs, so that nobody takes another store for
 * that of yesterday, and two services do not share one by mistake.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '../../core/errors.ts';
import type { Db } from '../database.ts';
import { requireStoreId, selectStoreFacts } from './rows.ts';
import type { ObjectStore } from './store.ts';

const MARKER = 'commonplace-files.json';
/** A start does not wait longer for a store. */
const READ_MS = 15_000;

const Marker = z.object({ store: z.uuid() });

/** The store is not the one that the database names. */
export class OtherStore extends StartError {}

/** Throws unless the store is the one of this database, or may become it. Writes nothing. */
export async function requireOwnStore(db: Db, store: ObjectStore): Promise<void> {
  const { files_id, has_objects } = await selectStoreFacts(db);
  const id = await readMarker(store);
  if (id === null && has_objects) throw new OtherStore(emptyStore(store));
  if (id !== null && id !== files_id) throw new OtherStore(foreignStore(store));
}

/** Makes the store that of this database, or throws. */
export async function claimStore(db: Db, store: ObjectStore, signal: AbortSignal): Promise<void> {
  await requireOwnStore(db, store);
  if ((await readMarker(store)) !== null) return;
  await writeMarker(store, await requireStoreId(db, randomUUID()), signal);
  // Another service may have written its marker at the same time.
  await requireOwnStore(db, store);
}

export async function writeMarker(
  store: ObjectStore,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  await store.put(MARKER, Buffer.from(`${JSON.stringify({ store: id })}\n`), signal);
}

export async function readMarker(store: ObjectStore): Promise<string | null> {
  const text = await store.get(MARKER, undefined, AbortSignal.timeout(READ_MS));
  if (text === null) return null;
  const parsed = Marker.safeParse(parseJson(text.toString()));
  if (parsed.success) return parsed.data.store;
  throw new OtherStore(`${MARKER} in ${store.address} cannot be read. Restore it from a backup.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function emptyStore({ address }: ObjectStore): string {
  return (
    `${address} is not the store of this database: its marker is missing. Set SVC_FILES to the ` +
    `former store, or copy all files of it, with ${MARKER}, to this one.`
  );
}

function foreignStore({ address }: ObjectStore): string {
  return (
    `${address} is the store of another installation. Set SVC_FILES to an empty folder of its own, ` +
    'or to the former store of this database.'
  );
}
