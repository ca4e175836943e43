/** The copy of what the user has read, in the browser. */
import { deleteDB, openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

/** An answer of the service, without the data. */
export interface Entry {
  /** The name of the query in the cache. */
  hash: string;
  key: readonly unknown[];
  user_id: string;
  /** When the data was as the service has it, and when a page last showed it (ms). */
  read_at: number;
  opened_at: number;
  /** The length of the data as JSON. */
  size: number;
}

interface Schema extends DBSchema {
  entries: { key: string; value: Entry };
  answers: { key: string; value: unknown };
}

const NAME = 'commonplace-copy';
/** The copy of an earlier version. */
const OLD_NAME = 'commonplace-pages';
const LONGEST_MS = 7 * 86_400_000;
const MAX_SIZE = 50_000_000;

let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** Returns null where the browser offers no storage. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'hash' });
      db.createObjectStore('answers');
      deleteDB(OLD_NAME).catch(() => {});
    },
  }).catch(() => null);
  return opened;
}

export interface Answer extends Entry {
  data: unknown;
}

/** Returns an answer that was read in the last seven days. */
export async function readAnswer(hash: string): Promise<Answer | null> {
  const db = await database();
  const entry = await db?.get('entries', hash);
  if (!db || !entry || isOld(entry)) return null;
  const data = await db.get('answers', hash);
  return data === undefined ? null : { ...entry, data };
}

const isOld = ({ opened_at }: Entry) => opened_at < Date.now() - LONGEST_MS;

/** Stores answers of a user, and deletes the oldest ones. An entry without data keeps what is stored. */
export async function storeAnswers(
  user_id: string,
  answers: readonly (Entry & { data?: unknown })[],
): Promise<void> {
  const writing = (await database())?.transaction(['entries', 'answers'], 'readwrite');
  if (!writing) return;
  const [entries, stored] = [writing.objectStore('entries'), writing.objectStore('answers')];
  for (const { data, ...entry } of answers) {
    const before = data === undefined ? await entries.get(entry.hash) : null;
    if (before === undefined) continue;
    await entries.put(before ? { ...entry, size: before.size } : entry);
    if (data !== undefined) await stored.put(data, entry.hash);
  }
  let size = 0;
  const all = (await entries.getAll()).toSorted((a, b) => b.opened_at - a.opened_at);
  for (const entry of all) {
    size += entry.size;
    if (entry.user_id === user_id && size < MAX_SIZE && !isOld(entry)) continue;
    await entries.delete(entry.hash);
    await stored.delete(entry.hash);
  }
  await writing.done;
}

export async function listEntries(): Promise<Entry[]> {
  return ((await (await database())?.getAll('entries')) ?? []).filter((entry) => !isOld(entry));
}

export async function deleteAnswer(hash: string): Promise<void> {
  const db = await database();
  await Promise.all([db?.delete('entries', hash), db?.delete('answers', hash)]);
}

export async function deleteAnswers(): Promise<void> {
  const db = await database();
  await Promise.all([db?.clear('entries'), db?.clear('answers')]);
}
