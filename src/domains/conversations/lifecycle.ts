/**
 * The life of a conversation: the one state machine. Nothing else writes `status`.
 *
 *                              (none)
 *                                 │ from text or segments
 *                                 ▼
 *   (none) ──begin──► in_progress ──end──► processing ──complete──► completed
 *                         │ empty: deleted    │  ▲ ▲                    │
 *                         ▼                fail  retry └───reprocess────┘
 *                       (none)                ▼  │
 *                                            failed
 *
 * A conversation whose sound still waits to be written down (`words_pending`) is processed when its
 * words are there, or when it has waited long enough (pending-words.ts).
 *
 * Every arrow is a compare-and-set in the database (`… WHERE status = $from`), in one transaction
 * with the job it queues and the event it emits. Who comes second finds nothing to change, and
 * that is all the locking there is. `attempt` counts the processings: a result that comes from an
 * older one finds nothing to change either.
 */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { defineJob } from '../../core/job.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Geolocation, Status } from './conversation.ts';
import { lockClientSession } from './client-sessions.sql.ts';
import type { ConversationRow } from './conversations.sql.ts';

const ARROWS: Record<Status, readonly Status[]> = {
  in_progress: ['processing'],
  processing: ['completed', 'failed'],
  // Only when its user asks for it.
  completed: ['processing'],
  failed: ['processing'],
};

export const conversationMoved = defineEvent({
  name: 'conversation.moved',
  payload: z.object({
    conversation_id: z.string(),
    status: z.enum(['processing', 'completed', 'failed']),
  }),
});

export const conversationDeleted = defineEvent({
  name: 'conversation.deleted',
  payload: z.object({ conversation_id: z.string() }),
});

export const processConversation = defineJob({
  name: 'conversation.process',
  payload: z.object({
    user_id: z.string(),
    conversation_id: z.string(),
    attempt: z.int(),
    /** Another piece of its stream asked for it: it asks for no other piece in turn. */
    is_judged_again: z.boolean().optional(),
  }),
  retryLimit: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 300,
});

export interface Recording {
  id: string;
  language: string;
  source: string;
  geolocation: Geolocation | null;
  timeout_seconds: number;
}

/** (none) → in_progress. Null when a recording of this user is already live. */
export async function beginRecording(
  context: Context,
  recording: Recording,
): Promise<ConversationRow | null> {
  const now = context.clock.now();
  const { rows } = await sql<ConversationRow>`
    INSERT INTO conversations
      (user_id, id, status, created_at, updated_at, last_heard_at, timeout_seconds, language, source,
        geolocation)
    VALUES (${userOf(context)}, ${recording.id}, 'in_progress', ${now}, ${now}, ${now},
            ${recording.timeout_seconds}, ${recording.language}, ${recording.source},
            ${recording.geolocation && JSON.stringify(recording.geolocation)}::jsonb)
    ON CONFLICT (user_id) WHERE status = 'in_progress' DO NOTHING
    RETURNING *
  `.execute(context.db);
  return rows[0] ?? null;
}

export interface NewConversation {
  id: string;
  source: string;
  language: string;
  started_at: Date;
  finished_at: Date;
  geolocation: Geolocation | null;
  external_data: object | null;
  /** The client's name of its recording: the same one begins once. */
  client_session_id: string | null;
  /** Its user means it: it is never discarded. */
  forced: boolean;
  /** Its sound is still to be written down. */
  words_pending?: boolean;
}

/**
 * (none) → processing, with the job queued: for what was said elsewhere. False when its client
 * session began already, or was deleted since. Its words must follow in the same transaction, unless
 * they are pending.
 */
export async function beginProcessing(
  context: Context,
  { geolocation, external_data, ...given }: NewConversation,
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await insertUnlessDeleted(inside, { geolocation, external_data, ...given });
    if (!row) return false;
    await announce(inside, given.id, 'processing');
    if (!given.words_pending) await queueProcessing(inside, row);
    return true;
  });
}

async function insertUnlessDeleted(
  context: Context,
  { geolocation, external_data, ...given }: NewConversation,
): Promise<ConversationRow | undefined> {
  const user_id = userOf(context);
  const now = context.clock.now();
  if (given.client_session_id !== null) {
    // A deletion that commits while the INSERT waits is invisible to its NOT EXISTS.
    await lockClientSession(context.db, user_id, given.client_session_id);
  }
  const { rows } = await sql<ConversationRow>`
    INSERT INTO conversations
      (user_id, id, status, attempt, created_at, updated_at, started_at, finished_at, source,
       language, geolocation, external_data, client_session_id, forced, words_pending)
    SELECT ${user_id}, ${given.id}, 'processing', 1, ${now}, ${now}, ${given.started_at},
           ${given.finished_at}, ${given.source}, ${given.language},
           ${geolocation && JSON.stringify(geolocation)}::jsonb, ${external_data && JSON.stringify(external_data)}::jsonb,
           ${given.client_session_id}, ${given.forced}, ${given.words_pending ?? false}
    WHERE NOT EXISTS (
      SELECT FROM deleted_client_sessions
      WHERE user_id = ${user_id} AND client_session_id = ${given.client_session_id})
    ON CONFLICT (user_id, client_session_id) WHERE client_session_id IS NOT NULL DO NOTHING
    RETURNING *
  `.execute(context.db);
  return rows[0];
}

/**
 * in_progress → processing, with the job queued; an empty recording is deleted instead. Null when
 * it was not live any more, or was heard after `silentSince`. `forced`: asked for by the user, so
 * it is never discarded.
 */
export async function endRecording(
  context: Context,
  { id, forced, silentSince }: { id: string; forced: boolean; silentSince?: Date },
): Promise<'processing' | 'deleted' | null> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const live = await lockLive(inside, id);
    if (!live) return null;
    if (silentSince && live.last_heard_at && live.last_heard_at > silentSince) return null;
    if (await deleteWhenEmpty(inside, id)) return 'deleted';
    const row = await move(inside, { id, from: 'in_progress', to: 'processing', set: { forced } });
    if (!row) return null;
    if (!row.words_pending) await queueProcessing(inside, row);
    return 'processing';
  });
}

/**
 * Locks the live recording until the transaction ends. The lock is a statement of its own: a later
 * statement then sees the segments that were committed while this one waited (decision 7).
 */
async function lockLive(
  context: Context,
  id: string,
): Promise<Pick<ConversationRow, 'last_heard_at'> | undefined> {
  const { rows } = await sql<Pick<ConversationRow, 'last_heard_at'>>`
    SELECT last_heard_at FROM conversations
    WHERE user_id = ${userOf(context)} AND id = ${id} AND status = 'in_progress' FOR UPDATE
  `.execute(context.db);
  return rows[0];
}

/** processing → completed, for the processing that still owns the conversation. */
export async function completeProcessing(
  context: Context,
  { id, attempt, set }: { id: string; attempt: number; set: Change },
): Promise<boolean> {
  const row = await move(context, { id, attempt, from: 'processing', to: 'completed', set });
  return row !== null;
}

/** processing → failed; the reason is for the user. */
export async function failProcessing(
  context: Context,
  { id, attempt, failure }: { id: string; attempt: number; failure: string },
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await move(inside, {
      id,
      attempt,
      from: 'processing',
      to: 'failed',
      set: { failure },
    });
    return row !== null;
  });
}

/**
 * failed → processing, or completed → processing when its user asks for it; with a new job.
 * `isJudgedAgain`: only if the service, and not its user, discarded it.
 */
export async function repeatProcessing(
  context: Context,
  { id, from, set = {}, isJudgedAgain = false }: Repetition,
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await move(inside, {
      id,
      from,
      to: 'processing',
      set: { ...set, failure: null },
      onlyDiscarded: isJudgedAgain,
    });
    if (row) await queueProcessing(inside, row, { isJudgedAgain });
    return row !== null;
  });
}

export type Change = Partial<
  Omit<
    ConversationRow,
    'user_id' | 'id' | 'status' | 'attempt' | 'events' | 'folder_id' | 'apps_results'
  > & {
    events: string;
    apps_results: string;
    folder_id: RawBuilder<string | null>;
  }
>;

interface Repetition {
  id: string;
  from: 'failed' | 'completed';
  set?: Change;
  isJudgedAgain?: boolean;
}

interface Move {
  id: string;
  /** Only this processing may move it. */
  attempt?: number;
  from: Status;
  to: Exclude<Status, 'in_progress'>;
  set: Change;
  /** Only if it is discarded, and not by its user. */
  onlyDiscarded?: boolean;
}

async function move(
  context: Context,
  { id, attempt, from, to, set, onlyDiscarded = false }: Move,
): Promise<ConversationRow | null> {
  if (!ARROWS[from].includes(to)) throw new Error(`There is no arrow from ${from} to ${to}.`);
  const user_id = userOf(context);
  let update = context.db
    .updateTable('conversations')
    .set({ ...set, status: to, updated_at: context.clock.now() })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll();
  if (to === 'processing') update = update.set({ attempt: sql`attempt + 1` });
  if (attempt !== undefined) update = update.where('attempt', '=', attempt);
  if (onlyDiscarded) {
    update = update.where(sql<boolean>`discarded AND NOT 'discarded' = ANY (written)`);
  }
  const row = (await update.executeTakeFirst()) as ConversationRow | undefined;
  if (!row) return null;
  await announce(context, id, to);
  return row;
}

async function announce(
  context: Context,
  conversation_id: string,
  status: Exclude<Status, 'in_progress'>,
): Promise<void> {
  await context.outbox.emit(context.db, conversationMoved, {
    user_id: userOf(context),
    payload: { conversation_id, status },
  });
}

/** Any status → (none). Part of the transaction that deletes it. */
export async function announceDeletion(context: Context, row: ConversationRow): Promise<void> {
  await context.outbox.emit(context.db, conversationDeleted, {
    user_id: row.user_id,
    payload: { conversation_id: row.id },
  });
}

/** Part of the transaction that makes it necessary. */
export async function queueProcessing(
  context: Context,
  { id, attempt }: ConversationRow,
  { isJudgedAgain = false }: { isJudgedAgain?: boolean } = {},
): Promise<void> {
  const payload = {
    user_id: userOf(context),
    conversation_id: id,
    attempt,
    ...(isJudgedAgain && { is_judged_again: true }),
  };
  await context.jobs.enqueue(context.db, processConversation, payload);
}

/** The caller holds the lock of the recording. */
async function deleteWhenEmpty(context: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM conversations AS c
    WHERE c.user_id = ${userOf(context)} AND c.id = ${id} AND c.status = 'in_progress'
      AND c.photos = '[]' AND c.gaps = '[]' AND NOT c.words_pending
      AND NOT EXISTS (
        SELECT FROM segments AS s WHERE s.user_id = c.user_id AND s.conversation_id = c.id)
    RETURNING c.id
  `.execute(context.db);
  return rows.length > 0;
}

/** Queues a new job when the old one was lost or ran before all the words were there. */
export async function requeueProcessing(
  context: Context,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  await transaction(context.db, async (tx: Db) => {
    const { rows } = await sql<ConversationRow>`
      UPDATE conversations
      SET attempt = attempt + 1, updated_at = ${context.clock.now()}
      WHERE user_id = ${userOf(context)} AND id = ${id} AND status = 'processing' AND attempt = ${attempt}
      RETURNING *
    `.execute(tx);
    if (rows[0]) await queueProcessing({ ...context, db: tx }, rows[0]);
  });
}
