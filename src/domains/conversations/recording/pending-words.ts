/**
 * Handles conversations whose sound has no words yet. The sound is stored in a journal
 * (domains/late-words). The parts without words are shown as gaps from the start, so a conversation
 * can stop waiting at any time. Later words replace the gap, and the conversation is processed
 * again.
 */
import { z } from 'zod';
import { defineEvent } from '../../../core/event.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { ConversationRow } from '../conversations.sql.ts';
import type { GapReason, SoundSpan, StoredGap } from '../../transcripts/gap.ts';
import { tellChanged } from '../../transcripts/segments.ts';
import { beginBy } from './live-recording.sql.ts';
import { queueProcessing, repeatProcessing, requeueProcessing } from '../lifecycle.ts';
import * as sql from './pending-words.sql.ts';

/** The queries for waiting conversations that other rooms may use. */
export {
  deleteHeardJournal,
  deleteWaitingSound,
  hasHeardJournal,
  lockConversation,
  selectGapsOf,
  touchExpected,
  updateGaps,
} from './pending-words.sql.ts';

/** Emitted when the user does not want to wait. The sound is then tried again immediately. */
export const wordsWanted = defineEvent({
  name: 'conversation.words_wanted',
  payload: z.object({ conversation_id: z.string() }),
});

/**
 * Marks a conversation as waiting for words of its sound, which may arrive after its end. Returns
 * false when the conversation has ended and is not waiting.
 */
export function awaitWords(
  context: Context,
  { id, since }: { id: string; since: Date },
): Promise<boolean> {
  const now = context.clock.now();
  return sql.updateAwaited(context.db, userOf(context), { id, since, now });
}

/**
 * Stores gaps for the parts of a journal's sound that have no words. Without `replace`, stores them
 * only if the journal has no gaps yet. Returns false when the conversation does not exist.
 */
export async function recordGaps(
  context: Context,
  { id, journal, spans, replace }: GapsOfJournal,
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const row = await sql.lockConversation(tx, userOf(context), id);
    if (!row) return false;
    const isKnown = row.gaps.some((gap) => gap.journal === journal);
    if (spans.length === 0 || (isKnown && !replace)) return true;
    await putGaps(tx, context, row, { journal, spans, reason: 'waiting' });
    return true;
  });
}

/** Stores a gap for sound that will never have words. */
export async function recordGap(
  context: Context,
  { id, span, reason }: { id: string; span: SoundSpan; reason: 'lost' | 'unclear' },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const row = await sql.lockConversation(tx, userOf(context), id);
    if (row) await putGaps(tx, context, row, { journal: null, spans: [span], reason });
  });
}

/** Replaces the gaps of this journal. Gaps without a journal are added to the existing ones. */
async function putGaps(
  tx: Context['db'],
  context: Context,
  row: ConversationRow,
  {
    journal,
    spans,
    reason,
  }: Pick<StoredGap, 'journal' | 'reason'> & { spans: readonly SoundSpan[] },
): Promise<void> {
  const first = new Date(Math.min(...spans.map(({ from }) => from)));
  const { started_at, gaps, moved } = await beginBy(tx, row, first);
  const second = (wall: number) => Math.round(wall - started_at.getTime()) / 1000;
  const fresh = spans.map(({ from, until }): StoredGap => {
    return { journal, start: second(from), end: second(until), reason };
  });
  const others = gaps.filter((gap) => gap.journal === null || gap.journal !== journal);
  await sql.updateGaps(tx, userOf(context), row.id, {
    gaps: [...others, ...fresh].toSorted((one, other) => one.start - other.start),
    words_pending: row.words_pending,
    started_at,
    finished_at: new Date(Math.max(...spans.map(({ until }) => until))),
    now: context.clock.now(),
  });
  if (moved.length === 0) return;
  await tellChanged(
    { ...context, db: tx },
    { conversation_id: row.id, changed: moved, deleted: [] },
  );
}

/**
 * Ends a journal: either its words are stored (`heard`), or its gaps stay with a reason. With
 * `isGone`, the journal's folder is deleted after this commit, so it is never transcribed again.
 */
export async function endJournal(
  context: Context,
  { journal, ends, outcome, isGone }: JournalEnd,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    // Always locks several conversations in this order, which prevents deadlocks.
    const ordered = ends.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const end of ordered) await endWait(inside, { journal, outcome, ...end });
    const now = context.clock.now();
    if (isGone) await sql.insertHeardJournal(tx, userOf(context), { journal, now });
  });
}

/**
 * Ends the wait of a conversation when no other sound of it is pending. If the conversation has
 * already ended, queues its processing.
 */
export async function releaseWords(context: Context, id: string): Promise<void> {
  await transaction(context.db, (tx) => clearWait({ ...context, db: tx }, id));
}

/**
 * Processes an ended conversation without the words for which it waits. Returns false when it does
 * not wait for words.
 */
export async function stopWaiting(context: Context, id: string): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await sql.lockConversation(tx, userOf(context), id);
    if (!row?.words_pending || row.status !== 'processing') return false;
    await clearWait(inside, id);
    return true;
  });
}

/**
 * Ends the wait of a conversation if no process has its sound any more. Sound without a recorded
 * gap counts as lost.
 */
export async function releaseOrphan(context: Context, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const user_id = userOf(context);
    const row = await sql.lockConversation(tx, user_id, id);
    if (!row?.words_pending) return;
    const gaps = row.gaps.length > 0 ? row.gaps : await lostGap(tx, row);
    await sql.updateGaps(tx, user_id, id, { gaps, words_pending: true, now: row.updated_at });
    await clearWait({ ...context, db: tx }, id);
  });
}

interface GapsOfJournal {
  id: string;
  journal: string;
  spans: readonly SoundSpan[];
  replace: boolean;
}

export interface JournalEnd {
  journal: string;
  ends: readonly {
    id: string;
    /** Returns true when no other sound of this conversation is pending. */
    isLast: boolean;
    hasNewWords: boolean;
  }[];
  outcome: 'heard' | GapReason;
  isGone: boolean;
}

async function endWait(
  context: Context,
  {
    journal,
    outcome,
    id,
    isLast,
    hasNewWords,
  }: Omit<JournalEnd, 'ends' | 'isGone'> & JournalEnd['ends'][number],
): Promise<void> {
  const user_id = userOf(context);
  const row = await sql.lockConversation(context.db, user_id, id);
  if (!row) return;
  const { status, words_pending } = row;
  const gaps =
    outcome === 'heard'
      ? row.gaps.filter((gap) => gap.journal !== journal)
      : row.gaps.map((gap) => (gap.journal === journal ? { ...gap, reason: outcome } : gap));
  const now = context.clock.now();
  await sql.updateGaps(context.db, user_id, id, { gaps, words_pending, now });
  if (words_pending) {
    if (isLast) await clearWait(context, id);
    return;
  }
  if (!hasNewWords && gaps.length === row.gaps.length) return;
  if (status === 'processing') await requeueProcessing(context, row);
  else if (status !== 'in_progress') await repeatProcessing(context, { id, from: status });
}

async function clearWait(context: Context, id: string): Promise<void> {
  const user_id = userOf(context);
  const row = await sql.lockConversation(context.db, user_id, id);
  if (!row?.words_pending) return;
  const { gaps, status } = row;
  const now = context.clock.now();
  await sql.updateGaps(context.db, user_id, id, { gaps, words_pending: false, now });
  if (status === 'processing') await queueProcessing(context, row);
}

async function lostGap(db: Context['db'], row: ConversationRow): Promise<StoredGap[]> {
  const start = await sql.selectSpokenSeconds(db, row.user_id, row.id);
  const began = row.started_at ?? row.created_at;
  const end = ((row.last_heard_at ?? began).getTime() - began.getTime()) / 1000;
  return end > start ? [{ journal: null, start, end, reason: 'lost' }] : [];
}
