/** A bounded copy of what the user has read, so that reading works without the network. */
import { dehydrate, hydrate } from '@tanstack/react-query';
import type { DehydratedState, Query } from '@tanstack/react-query';
import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { User } from '../../../client/src/index.ts';
import { queryClient } from './queries.ts';

interface Schema extends DBSchema {
  copies: { key: string; value: { me: User; state: DehydratedState } };
}

const NAME = 'commonplace-pages';
const KEY = 'copy';
/** The first words of the keys of queries that are copied. */
const KINDS = [
  'days',
  'conversations',
  'conversation',
  'folders',
  'memories',
  'tasks',
  'goals',
  'people',
];
const MAX_QUERIES = 80;
const MAX_CHARACTERS = 8_000_000;
const STORE_EVERY_MS = 3_000;

let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** Returns null where the browser offers no storage. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => void db.createObjectStore('copies'),
  }).catch(() => null);
  return opened;
}

const isReadable = ({ queryKey, state }: Query): boolean =>
  state.status === 'success' && KINDS.includes(String(queryKey[0]));

/** Stores the newest answers after each change, until `stopped` aborts. */
export function keepCopy(stopped: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isReadable(query)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void storeCopy();
    }, STORE_EVERY_MS);
  });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
}

export async function storeCopy(): Promise<void> {
  const me = queryClient.getQueryData<User | null>(['me']);
  const db = await database();
  if (!me || !db) return;
  const newest = queryClient
    .getQueryCache()
    .getAll()
    .filter(isReadable)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, MAX_QUERIES);
  const wanted = new Set(newest);
  const state = dehydrate(queryClient, { shouldDehydrateQuery: (query) => wanted.has(query) });
  let characters = 0;
  state.queries = state.queries.filter((query) => {
    characters += JSON.stringify(query.state.data).length;
    return characters < MAX_CHARACTERS;
  });
  await db.put('copies', { me, state }, KEY);
}

/** Puts the copy into the cache and returns its user; null when there is no copy. */
export async function restoreCopy(): Promise<User | null> {
  const copy = await (await database())?.get('copies', KEY);
  if (!copy) return null;
  hydrate(queryClient, copy.state);
  return copy.me;
}

export async function deleteCopy(): Promise<void> {
  await (await database())?.clear('copies');
}
