import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Conflict } from '../../core/errors.ts';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { boundsOf, dayOf } from '../accounts/day-bounds.ts';
import { itemsOfDay } from '../action-items/action-items.ts';
import { conversationsBetween } from '../conversations/period.ts';
import { memoriesOfConversations } from '../memories/memories.ts';
import * as sql from './days.sql.ts';
import type { DayRow } from './days.sql.ts';
import { summarise } from './summarise.ts';
import type { Summary } from './summarise.ts';

export const daySummarised = defineEvent({
  name: 'day.summarised',
  payload: z.object({
    summary_id: z.string(),
    date: z.string(),
    /** Once per day, when it is over: what comes after are corrections. */
    is_first: z.boolean(),
  }),
});

/** A day of a user, in the zone of that user. */
export interface UserDay {
  date: string;
  timezone: string;
}

/** What there is to say about a day now; `busy` while one of its conversations is processed. */
export async function readDay(
  context: Context,
  { date, timezone }: UserDay,
): Promise<{ busy: boolean; summary: Summary | null }> {
  const bounds = boundsOf({ start_date: date, end_date: date }, timezone);
  const [from, until] = [bounds.from!, bounds.until!];
  const found = await conversationsBetween(context, { from, until });
  const conversations = found.filter(({ status }) => status === 'completed');
  const busy = conversations.length < found.length;
  if (conversations.length === 0) return { busy, summary: null };
  const conversation_ids = conversations.map(({ id }) => id);
  const [action_items, memories] = await Promise.all([
    itemsOfDay(context, { from, until, conversation_ids }),
    memoriesOfConversations(context, conversation_ids),
  ]);
  return { busy, summary: summarise({ conversations, action_items, memories }) };
}

/**
 * Stores the summary of a day and tells so. One that says what is stored already changes nothing:
 * so it may be made as often as one likes, by several processes at once.
 */
export async function keepSummary(
  context: Context,
  { date, timezone }: UserDay,
  made: Summary,
): Promise<DayRow> {
  const user_id = userOf(context);
  const now = context.clock.now();
  const isOver = date < dayOf(now, timezone);
  const known = await sql.selectSummaryOf(context.db, user_id, date);
  if (known && says(known, made, isOver)) return known;
  return transaction(context.db, async (tx) => {
    const stored = await sql.lockSummaryOf(tx, user_id, date);
    if (stored && says(stored, made, isOver)) return stored;
    const row = {
      ...made,
      user_id,
      id: stored?.id ?? context.newId(),
      date,
      whole: isOver || (stored?.whole ?? false),
      created_at: stored?.created_at ?? now,
      updated_at: now,
    };
    const written = stored ? await sql.updateSummary(tx, row) : await sql.insertSummary(tx, row);
    if (written) return tell(context, tx, written, row.whole && !stored?.whole);
    // Another process made it in the same moment.
    const theirs = await sql.selectSummaryOf(tx, user_id, date);
    if (!theirs) throw new Conflict('This summary is being made right now. Try again.');
    return theirs;
  });
}

function says(
  { headline, overview, day_emoji, details, whole }: DayRow,
  made: Summary,
  isOver: boolean,
): boolean {
  if (isOver && !whole) return false;
  return isDeepStrictEqual({ headline, overview, day_emoji, details }, made);
}

async function tell(
  context: Context,
  tx: Context['db'],
  row: DayRow,
  is_first: boolean,
): Promise<DayRow> {
  await context.outbox.emit(tx, daySummarised, {
    user_id: row.user_id,
    payload: { summary_id: row.id, date: row.date, is_first },
  });
  return row;
}

/** Of a day that nothing is left of, nothing is told either. */
export async function removeSummary(context: Context, date: string): Promise<void> {
  await sql.deleteSummaryOf(context.db, userOf(context), date);
}
