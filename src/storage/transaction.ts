import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Work to do when a transaction has committed; nothing happens when it rolls back. */
const effects = new WeakMap<Tx, (() => void)[]>();

/**
 * Runs `work` in a transaction; joins the one that `db` already is. Inside there is only SQL: no
 * model call, no network, no audio, because the embedded database has one session for everybody.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  const waiting: (() => void)[] = [];
  const begin =
    isolation === 'read committed'
      ? db.transaction()
      : db.transaction().setIsolationLevel(isolation);
  const result = await begin.execute((tx) => {
    effects.set(tx, waiting);
    return work(tx);
  });
  for (const effect of waiting) effect();
  return result;
}

/**
 * Until the end of the transaction nobody else holds the lock of this name, in whatever process.
 */
export async function lockByName(db: Db, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Runs `effect` once the surrounding transaction has committed; without one, at once. */
export function onCommit(db: Db, effect: () => void): void {
  const waiting = db.isTransaction ? effects.get(db as Tx) : undefined;
  if (waiting) waiting.push(effect);
  else effect();
}
