import type { Clock } from '../../core/clock.ts';
import type { Parts } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';
import { deleteIdleGrant, selectIdleGrants } from './grants.sql.ts';
import { deleteExpired, lockUser } from './tokens.sql.ts';

const EVERY_MS = 300_000;

/** Deletes what is over: requests nobody answered, codes after another day, tokens, empty grants. */
export async function forgetGrants({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteExpired(db, clock.now());
  for (const { user_id, id } of await selectIdleGrants(db)) {
    await transaction(db, async (tx) => {
      await lockUser(tx, user_id);
      await deleteIdleGrant(tx, user_id, id);
    });
  }
}

/** Every few minutes: what strangers ask for is stored before anybody knows who they are. */
export function startForgettingGrants(parts: Parts): Disposable {
  const forget = () =>
    forgetGrants(parts).catch((error) =>
      parts.log.warn({ err: error }, 'expired tokens not deleted'),
    );
  const timer = setInterval(() => void forget(), EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
