/** Keeps sound that the service has not acknowledged, so that it survives a reload of the page. */
import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Format } from './encoder.ts';

export interface StoredStream {
  id: string;
  user_id: string;
  format: Format;
}

interface Schema extends DBSchema {
  streams: { key: string; value: StoredStream };
  packets: { key: [stream: string, sequence: number]; value: Uint8Array<ArrayBuffer> };
}

const NAME = 'commonplace-talk';
let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** Returns null where the browser offers no storage, such as in some private windows. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('streams', { keyPath: 'id' });
      db.createObjectStore('packets');
    },
  }).catch(() => null);
  return opened;
}

const packetsOf = (stream: string, until = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([stream, 0], [stream, until], false, true);

/**
 * Stores packets with consecutive numbers; with the first packet, also stores their stream. Throws
 * when the browser cannot store them.
 */
export async function storePackets(
  stream: StoredStream,
  first: number,
  packets: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const db = await database();
  if (!db) throw new Error('This browser offers no storage.');
  const tx = db.transaction(['streams', 'packets'], 'readwrite');
  void tx.objectStore('streams').put(stream);
  for (const [index, packet] of packets.entries()) {
    void tx.objectStore('packets').put(packet, [stream.id, first + index]);
  }
  await tx.done;
}

/** Deletes the packets before this number. */
export async function deletePackets(stream: string, until: number): Promise<void> {
  await (await database())?.delete('packets', packetsOf(stream, until));
}

export async function deleteStream(id: string): Promise<void> {
  const db = await database();
  if (!db) return;
  const tx = db.transaction(['streams', 'packets'], 'readwrite');
  void tx.objectStore('streams').delete(id);
  void tx.objectStore('packets').delete(packetsOf(id));
  await tx.done;
}

/** Deletes everything. */
export async function deleteStoredSound(): Promise<void> {
  const db = await database();
  if (!db) return;
  const tx = db.transaction(['streams', 'packets'], 'readwrite');
  void tx.objectStore('streams').clear();
  void tx.objectStore('packets').clear();
  await tx.done;
}

/** Returns the streams of this user that an earlier page left unsent. */
export async function leftStreams(user_id: string): Promise<StoredStream[]> {
  const all = (await (await database())?.getAll('streams')) ?? [];
  return all.filter((stream) => stream.user_id === user_id);
}

/**
 * Returns the stored packets of a stream and the number of the first one. Packets before a gap in
 * the numbers were acknowledged.
 */
export async function readPackets(
  id: string,
): Promise<{ first: number; packets: Uint8Array<ArrayBuffer>[] }> {
  const db = await database();
  const keys = (await db?.getAllKeys('packets', packetsOf(id))) ?? [];
  const packets = (await db?.getAll('packets', packetsOf(id))) ?? [];
  const numbers = keys.map(([, sequence]) => sequence);
  const from = numbers.findLastIndex((sequence, at) => sequence !== (numbers[at - 1] ?? -1) + 1);
  return { first: numbers[from] ?? 0, packets: packets.slice(Math.max(0, from)) };
}
