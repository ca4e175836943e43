import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../storage/database.ts';

const SECONDS = 15;
const EVERY_MS = 20;

type Nothing = false | null | undefined | '' | 0;

/**
 * Calls `find` repeatedly until it returns a value, and returns that value. If there is no value
 * after 15 seconds, fails with its name, so that a test never hangs.
 */
export async function eventually<T>(
  name: string,
  find: () => T | Promise<T>,
  { seconds = SECONDS }: { seconds?: number } = {},
): Promise<Exclude<T, Nothing>> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await find();
    if (found) return found as Exclude<T, Nothing>;
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s for ${name}.`);
    await wait(EVERY_MS);
  }
}

/** Waits for a promise for at most 15 seconds. */
export async function soon<T>(name: string, promise: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(SECONDS * 1_000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`Waited ${SECONDS} s for ${name}.`);
  });
  late.catch(() => {});
  return Promise.race([promise, late]).finally(() => ended.abort());
}

/**
 * Waits until all changes that were made before are final: each transaction that is open now has
 * ended, also in other databases of the same PostgreSQL server, where other tests run. A reader of
 * the feed gets a change only then.
 */
export async function changesAreFinal({
  service,
}: {
  service: { parts: { db: Db } };
}): Promise<void> {
  const { db } = service.parts;
  const assigned = sql<{ xid: number }>`SELECT pg_current_xact_id()::text::int8 AS xid`;
  const { xid } = (await assigned.execute(db)).rows[0]!;
  await eventually('the end of older transactions', async () => {
    const oldest = sql<{ xid: number }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::int8 AS xid`;
    return (await oldest.execute(db)).rows[0]!.xid > xid;
  });
}
