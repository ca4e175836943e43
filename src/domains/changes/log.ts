import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { startRetention } from '../../core/periodic.ts';
import type { Db } from '../../storage/database.ts';
import { defineReaction } from '../../storage/outbox.ts';
import { accountDeleted } from '../accounts/accounts.ts';
import { deleteChangesOf, deleteOldChanges, renewRestoredLog } from './changes.sql.ts';

/** The retention of changes. A reader that was away for longer starts from the beginning. */
export const KEEP_CHANGES_MS = 30 * 24 * 3_600_000;

/** Prepares the log of changes for readers, and starts the periodic deletion of old changes. */
export async function openChangeLog({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Log;
}): Promise<AsyncDisposable> {
  await renewRestoredLog(db, randomBytes(4).toString('hex'));
  return startRetention({
    of: 'changes',
    keepMs: KEEP_CHANGES_MS,
    clock,
    log,
    deleteBefore: (before) => deleteOldChanges(db, before),
  });
}

export const changeReactions = [
  defineReaction(accountDeleted, 'changes: the changes of the account are deleted', (db, event) =>
    deleteChangesOf(db, event.user_id),
  ),
];

export { markOf, selectChangedIds } from './changes.sql.ts';
export type { ChangedIds } from './changes.sql.ts';
