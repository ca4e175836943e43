import type { Clock } from '../../../core/clock.ts';
import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';
import type { Parts } from '../../../kit/context.ts';
import type { Db } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import {
  deleteEndedGrants,
  deleteIdleGrant,
  selectIdleGrants,
  selectUsersOfEndedGrants,
} from './grants.sql.ts';
import { deleteExpired, lockUserForGrants } from './tokens.sql.ts';

const EVERY_MS = 300_000;

/**
 * Deletes expired data: unanswered requests, codes one day after their expiry, tokens, and
 * grants that have ended or are empty.
 */
export async function deleteExpiredGrants({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpired(db, now);
  for (const user_id of await selectUsersOfEndedGrants(db, now)) {
    await transaction(db, async (tx) => {
      await lockUserForGrants(tx, user_id);
      await deleteEndedGrants(tx, user_id, now);
    });
  }
  for (const { user_id, id } of await selectIdleGrants(db)) {
    await transaction(db, async (tx) => {
      await lockUserForGrants(tx, user_id);
      await deleteIdleGrant(tx, user_id, id);
    });
  }
}

/** Runs every few minutes, because requests are stored before anybody signs in. */
export function startGrantRetention(parts: Parts): Periodic {
  return startPeriodic({
    name: 'retention of grants',
    everyMs: EVERY_MS,
    log: parts.log,
    run: () => deleteExpiredGrants(parts),
  });
}
