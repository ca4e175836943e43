/**
 * The state machine for the status of a conversation. No other code writes `status`.
 *
 * Every status change is a compare-and-set in the database (`… WHERE status = $from`), in one
 * transaction with the job that it queues and the event that it emits. There is no other locking:
 * if two callers change the status at once, the second one changes nothing. `attempt` counts how
 * often a conversation was processed, so a late result of an earlier attempt also changes nothing.
 */
import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { defineJob } from '../../core/job.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';
import { removeDoubledSegments } from '../transcripts/repeated/doubled-segments.ts';
import type { Status } from './conversation.ts';
import type { ConversationRow } from './conversations.sql.ts';
import {
  countProcessingAttempt,
  deleteWhenEmpty,
  insertRecording,
  insertUnlessDeleted,
  lockLive,
  selectOverlapping,
  updateStatus,
} from './lifecycle.sql.ts';
import type { LifecycleChange, Move, NewConversation, RecordingRow } from './lifecycle.sql.ts';

export { selectOverlapping } from './lifecycle.sql.ts';
export type { NewConversation } from './lifecycle.sql.ts';

const ARROWS: Record<Status, readonly Status[]> = {
  in_progress: ['processing'],
  processing: ['completed', 'failed'],
  // A second processing happens only when the user requests it.
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

/** Emitted when the conversations `from` are deleted and all their content moves to `to`. */
export const conversationsMerged = defineEvent({
  name: 'conversations.merged',
  payload: z.object({ from: z.array(z.string()), to: z.string() }),
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
    /**
     * True when another piece of the stream caused this processing. This processing then causes no
     * further processing.
     */
    is_judged_again: z.boolean().optional(),
  }),
  retryLimit: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 300,
});

/** Looks for recordings of the same talk by other devices, and joins them. */
export const joinRecordings = defineJob({
  name: 'conversation.join',
  payload: z.object({ user_id: z.string(), conversation_id: z.string() }),
  retryLimit: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 60,
});

/** (none) → in_progress. Returns null when the device already has a live recording. */
export async function beginRecording(
  context: Context,
  recording: RecordingRow,
): Promise<ConversationRow | null> {
  const row = await insertRecording(context.db, userOf(context), recording, context.clock.now());
  return row ?? null;
}

/**
 * (none) → processing, with the job queued, for imported transcripts. Returns false when the client
 * session already has a conversation, or had one that was deleted. The caller must store the words
 * in the same transaction, unless they are pending.
 */
export async function beginProcessing(context: Context, given: NewConversation): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await insertUnlessDeleted(tx, userOf(context), given, context.clock.now());
    if (!row) return false;
    await announce(inside, given.id, 'processing');
    if (!given.words_pending) await queueProcessing(inside, row);
    return true;
  });
}

/**
 * in_progress → processing, with the job queued; an empty recording is deleted instead. Returns
 * null when the conversation is no longer live, or received speech after `silentSince`. `forced`
 * means that the user requested it, so the conversation is never discarded.
 */
export async function endRecording(
  context: Context,
  { id, forced, silentSince }: { id: string; forced: boolean; silentSince?: Date },
): Promise<'processing' | 'deleted' | null> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const live = await lockLive(tx, userOf(context), id);
    if (!live) return null;
    if (silentSince && live.last_heard_at && live.last_heard_at > silentSince) return null;
    if (await deleteWhenEmpty(tx, userOf(context), { id })) return 'deleted';
    await removeDoubledSegments(inside, id);
    // A note has already marked the recording as worth keeping.
    const set = forced ? { forced } : {};
    const row = await move(inside, { id, from: 'in_progress', to: 'processing', set });
    if (!row) return null;
    if (!row.words_pending) await queueProcessing(inside, row);
    return 'processing';
  });
}

/**
 * Deletes a live recording without words, sound or photos, unless another session than `session`
 * has resumed it.
 */
export async function deleteEmptyRecording(
  context: Context,
  recording: { id: string; session: string },
): Promise<void> {
  await deleteWhenEmpty(context.db, userOf(context), recording);
}

/** processing → completed, if this processing is still the current one. */
export async function completeProcessing(
  context: Context,
  { id, attempt, set }: { id: string; attempt: number; set: LifecycleChange },
): Promise<boolean> {
  const row = await move(context, { id, attempt, from: 'processing', to: 'completed', set });
  // Two recordings that are completed at the same moment see each other as being processed.
  if (row && (await selectOverlapping(context.db, userOf(context), id)).length > 0) {
    const payload = { user_id: userOf(context), conversation_id: id };
    await context.jobs.enqueue(context.db, joinRecordings, payload);
  }
  return row !== null;
}

/** Stays in processing, with what is known already: it did not move, so nobody is told that it did. */
export async function showRead(
  context: Context,
  { id, attempt, set }: { id: string; attempt: number; set: LifecycleChange },
): Promise<void> {
  const change = { id, attempt, set, from: 'processing', to: 'processing' } as const;
  await updateStatus(context.db, userOf(context), { ...change, now: context.clock.now() });
}

/** processing → failed; the reason is shown to the user. */
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
      set: { failure, draft: null },
    });
    return row !== null;
  });
}

/**
 * failed → processing, or completed → processing when the user asks for it; queues a new job. With
 * `isJudgedAgain`, changes only conversations that were discarded by the service, not by the user.
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

interface Repetition {
  id: string;
  from: 'failed' | 'completed';
  set?: LifecycleChange;
  isJudgedAgain?: boolean;
}

async function move(
  context: Context,
  { from, to, ...rest }: Move,
): Promise<ConversationRow | null> {
  if (!ARROWS[from].includes(to))
    throw new Error(`The status cannot change from ${from} to ${to}.`);
  const change = { from, to, ...rest, now: context.clock.now() };
  const row = await updateStatus(context.db, userOf(context), change);
  if (!row) return null;
  await announce(context, rest.id, to);
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

/** Any status → (none). Runs in the same transaction as the deletion. */
export async function announceDeletion(context: Context, row: ConversationRow): Promise<void> {
  await context.outbox.emit(context.db, conversationDeleted, {
    user_id: row.user_id,
    payload: { conversation_id: row.id },
  });
}

/** Runs in the same transaction as the change that requires the processing. */
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

/** Queues a new job when the old one was lost or ran before all the words were stored. */
export async function requeueProcessing(
  context: Context,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  await transaction(context.db, async (tx: Db) => {
    const row = await countProcessingAttempt(tx, userOf(context), {
      id,
      attempt,
      now: context.clock.now(),
    });
    if (row) await queueProcessing({ ...context, db: tx }, row);
  });
}
