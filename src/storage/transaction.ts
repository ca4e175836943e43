import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Functions to call after a transaction has committed; a rollback drops them. */
const effects = new WeakMap<Tx, (() => void)[]>();

/**
 * `work` runs in a transaction; if `db` already is a transaction, `work` runs in it. `work` may run
 * only SQL and must not wait for a model, the network or audio, because the embedded database has
 * one session for all callers.
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
 * Takes the lock with this name until the end of the transaction. The lock applies to all
 * processes.
 */
export async function lockByName(db: Db, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/**
 * Runs `effect` after the surrounding transaction has committed; without a transaction,
 * immediately.
 */
export function onCommit(db: Db, effect: () => void): void {
  const waiting = db.isTransaction ? effects.get(db as Tx) : undefined;
  if (waiting) waiting.push(effect);
  else effect();
}
