/**
 * Compares the store with the rows that name its objects. Only a store that was changed by hand, or a
 * restored database, makes them differ.
 */
import type { Db } from '../database.ts';
import { markMissing, noteUnused, selectObjectNames, unmarkMissing } from './rows.ts';
import type { ObjectStore } from './store.ts';

/** An object of this age is not being written. */
const SETTLED_MS = 24 * 3_600_000;
const OBJECT = /^[\da-f]{2}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export interface Differences {
  /** Objects that no row names; they are now noted for removal. */
  unnamed: number;
  /** Rows whose object is not in the store. */
  missing: number;
}

/** Notes what differs. A missing object that is there again is one no more. */
export async function compareStore(
  db: Db,
  store: ObjectStore,
  stopping: AbortSignal,
): Promise<Differences> {
  const differences: Differences = { unnamed: 0, missing: 0 };
  for (let index = 0; index < 256; index += 1) {
    const start = index.toString(16).padStart(2, '0');
    const stored = new Map<string, Date>();
    for await (const { name, modified_at } of store.list(`${start}/`, stopping)) {
      const own = OBJECT.exec(name)?.[1];
      if (own !== undefined) stored.set(own, modified_at);
    }
    const { named, unused, missed } = await selectObjectNames(db, start);
    const known = new Set([...named, ...unused]);
    const isOld = (modified: Date) => Date.now() - modified.getTime() > SETTLED_MS;
    const unnamed = [...stored].filter(([name, at]) => !known.has(name) && isOld(at));
    const missing = named.filter((name) => !stored.has(name));
    await noteUnused(
      db,
      unnamed.map(([name]) => name),
    );
    await markMissing(db, missing);
    await unmarkMissing(
      db,
      missed.filter((name) => stored.has(name)),
    );
    differences.unnamed += unnamed.length;
    differences.missing += missing.length;
  }
  return differences;
}
