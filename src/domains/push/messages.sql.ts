import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { PushMessagesTable } from '../../storage/tables.ts';
import type { SubscriptionRow } from './subscriptions.sql.ts';

export type PushMessageRow = Selectable<PushMessagesTable>;
type NewMessage = Pick<
  PushMessageRow,
  'user_id' | 'id' | 'subscription_id' | 'kind' | 'subject' | 'due_at' | 'status' | 'expires_at'
>;

/** Adds messages. What was added before stays as it is, so each subject is told once. */
export async function insertPushMessages(db: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insertInto('push_messages')
    .values(messages.map((each) => ({ ...each, next_attempt_at: each.due_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface DueTask {
  user_id: string;
  subscription_id: string;
  task_id: string;
  due_at: Date;
  timezone: string;
}

/**
 * Returns the open tasks that became due after this time, and of which the subscriptions were not
 * told, while their session lasts. What was due before the subscription or the task was made is not told.
 */
export async function selectDueTasks(
  db: Db,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    SELECT s.user_id, s.id AS subscription_id, a.id AS task_id, a.due_at, s.timezone
    FROM push_subscriptions AS s JOIN action_items AS a ON a.user_id = s.user_id
      JOIN sessions AS e ON e.id = s.session_id AND e.expires_at > ${now}
    WHERE s.tasks AND NOT a.completed AND a.due_at > ${since} AND a.due_at <= ${now}
      AND a.due_at > a.created_at AND a.due_at > s.updated_at
      AND NOT EXISTS (
        SELECT FROM push_messages AS m
        WHERE m.user_id = s.user_id AND m.subscription_id = s.id AND m.kind = 'task'
          AND m.subject = a.id::text AND m.due_at = a.due_at)
    ORDER BY a.due_at LIMIT ${limit}
  `.execute(db);
  return rows;
}

export type DueMessage = PushMessageRow & Pick<SubscriptionRow, 'sealed' | 'language' | 'timezone'>;

/** Claims due messages, so that only one process sends each, until the claim expires. */
export async function claimMessages(
  db: Db,
  { now, claimed_until, limit }: { now: Date; claimed_until: Date; limit: number },
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    WITH due AS (
      SELECT user_id, id FROM push_messages
      WHERE status = 'pending' AND next_attempt_at <= ${now}
        AND (claimed_until IS NULL OR claimed_until <= ${now})
      ORDER BY next_attempt_at LIMIT ${limit})
    UPDATE push_messages AS m
    SET claimed_until = ${claimed_until}, attempts = m.attempts + 1
    FROM due, push_subscriptions AS s
    WHERE m.user_id = due.user_id AND m.id = due.id AND m.status = 'pending'
      AND m.next_attempt_at <= ${now} AND (m.claimed_until IS NULL OR m.claimed_until <= ${now})
      AND s.user_id = m.user_id AND s.id = m.subscription_id
    RETURNING m.*, s.sealed, s.language, s.timezone
  `.execute(db);
  return rows;
}

export async function finishMessage(
  db: Db,
  { user_id, id }: Pick<PushMessageRow, 'user_id' | 'id'>,
  result: Pick<PushMessageRow, 'status'> & { next_attempt_at?: Date },
): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ ...result, claimed_until: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_messages').where('due_at', '<', before).execute();
}
