/** Keeps changes that the service has not confirmed, so that they survive a reload of the page. */
import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { User } from '../../../client/src/index.ts';
import { queryClient } from '../service/queries.ts';
import { recordOf } from './record-of.ts';
import { waiting } from './state.ts';
import type { Write } from './state.ts';

interface Schema extends DBSchema {
  writes: { key: number; value: Omit<Write, 'order'> & { order?: number } };
}

const CHANNEL = 'commonplace-writes';
/** Tells the other tabs of this browser that the changes have changed. */
const channel = new BroadcastChannel(CHANNEL);
channel.onmessage = () => void count();

let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** Returns null where the browser offers no storage. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>(CHANNEL, 1, {
    upgrade: (db) => void db.createObjectStore('writes', { keyPath: 'order', autoIncrement: true }),
  }).catch(() => null);
  return opened;
}

export const userId = () => queryClient.getQueryData<User | null>(['me'])?.id ?? null;

/** Returns the stored change; null where the browser cannot store it. */
export async function addWrite(write: Omit<Write, 'order'>): Promise<Write | null> {
  const db = await database();
  const order = await db?.add('writes', write).catch(() => undefined);
  return order === undefined ? null : { ...write, order };
}

/** Changes a stored change, unless another tab has sent and deleted it meanwhile. */
export async function putWrite(write: Write): Promise<void> {
  const writing = (await database())?.transaction('writes', 'readwrite');
  if (!writing) return;
  if (await writing.store.getKey(write.order)) await writing.store.put(write);
  await writing.done;
}

export async function deleteWrite({ order }: Write): Promise<void> {
  await (await database())?.delete('writes', order);
}

/** Returns the changes of the signed-in user in their order. */
export async function listWrites(): Promise<Write[]> {
  const all = ((await (await database())?.getAll('writes')) ?? []) as Write[];
  const user_id = userId();
  return all.filter((write) => write.user_id === user_id);
}

export async function deleteWrites(): Promise<void> {
  await (await database())?.clear('writes');
  await announce();
}

/** Counts the changes in every tab. */
export async function announce(): Promise<void> {
  channel.postMessage(null);
  await count();
}

async function count(): Promise<void> {
  const writes = await listWrites();
  const waits = writes.filter((write) => write.waits && !write.problem);
  waiting.set({
    count: waits.length,
    records: new Set(waits.map(recordOf)),
    problems: writes.filter((write) => write.problem),
  });
}
