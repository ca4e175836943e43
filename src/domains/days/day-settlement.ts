import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { boundsOf, dayOf } from '../accounts/day-bounds.ts';
import { itemsOfDay } from '../action-items/action-items.ts';
import { conversationsBetween } from '../conversation-lists/conversation-periods.ts';
import { memoriesOfConversations } from '../memories/heard-memories.ts';
import * as sql from './days.sql.ts';
import type { DayRow } from './days.sql.ts';
import { summariseDay } from './summary-composer.ts';
import { dayWithoutSecrets } from './without-secrets.ts';
import type { ContentsOfDay, ComposedSummary } from './summary-composer.ts';

export const daySummarised = defineEvent({
  name: 'day.summarised',
  payload: z.object({
    summary_id: z.string(),
    date: z.string(),
    /**
     * True for the first summary soon after the end of the day. Later changes are corrections or
     * late data.
     */
    is_first: z.boolean(),
  }),
});

/**
 * Older days are not announced. Otherwise the import of several years would announce a thousand
 * days.
 */
const MAX_DAYS_OLD = 7;

/** One day of a user, in the user's time zone. */
export interface UserDay {
  date: string;
  timezone: string;
}

export interface Settled {
  /** The current summary; null when there is none. */
  row: DayRow | null;
  /**
   * True while a conversation of the day is being processed. When the processing ends, it queues
   * the day again.
   */
  busy: boolean;
}

/**
 * Updates and announces the summary of a day. If the summary equals the stored one, nothing
 * changes, so repeated runs are harmless. Two runs never update the same day at once, so the input
 * is never older than the stored summary.
 */
export async function settleDay(
  context: Context,
  day: UserDay,
  first: 'now' | 'when understood' | 'never',
): Promise<Settled> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const user_id = userOf(context);
    await sql.lockDay(tx, user_id, day.date);
    const stored = await sql.selectSummaryOf(tx, user_id, day.date);
    if (!stored && first === 'never') return { row: null, busy: false };
    const { contents, busy } = await readDay(inside, day);
    const isEmpty = contents.conversations.length === 0;
    if (isEmpty && !busy) {
      await sql.deleteSummaryOf(tx, user_id, day.date);
      return { row: null, busy };
    }
    const waits = isEmpty || (busy && first === 'when understood');
    if (!stored && waits) return { row: null, busy };
    // Until the conversations are processed, an existing summary changes only when its data was
    // deleted.
    return { row: await keep(inside, day, { stored, made: summariseDay(contents) }), busy };
  });
}

/** Reads a day. `busy` is true while a conversation of the day is being processed. */
async function readDay(
  context: Context,
  { date, timezone }: UserDay,
): Promise<{ contents: ContentsOfDay; busy: boolean }> {
  const { from, until } = endsOf({ date, timezone });
  const found = await conversationsBetween(context, { from, until });
  const conversations = found.filter(({ understood }) => understood);
  const conversation_ids = conversations.map(({ id }) => id);
  const [action_items, memories] = await Promise.all([
    itemsOfDay(context, { from, until, conversation_ids }),
    memoriesOfConversations(context, conversation_ids),
  ]);
  return {
    contents: dayWithoutSecrets({ conversations, action_items, memories }),
    busy: found.some(({ status }) => status === 'processing'),
  };
}

/** Returns the start of a day and the start of the next day. */
export function endsOf({ date, timezone }: UserDay): { from: Date; until: Date } {
  const { from, until } = boundsOf({ start_date: date, end_date: date }, timezone);
  return { from: from!, until: until! };
}

async function keep(
  context: Context,
  { date, timezone }: UserDay,
  { stored, made }: { stored: DayRow | undefined; made: ComposedSummary },
): Promise<DayRow> {
  const now = context.clock.now();
  const isOver = date < dayOf(now, timezone);
  if (stored && says(stored, made, isOver)) return stored;
  const row = {
    ...made,
    user_id: userOf(context),
    id: stored?.id ?? context.newId(),
    date,
    whole: isOver || (stored?.whole ?? false),
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
  const written = await (stored ? sql.updateSummary : sql.insertSummary)(context.db, row);
  const is_first = row.whole && !stored?.whole && date >= dayOf(now, timezone, -MAX_DAYS_OLD);
  await context.outbox.emit(context.db, daySummarised, {
    user_id: row.user_id,
    payload: { summary_id: row.id, date, is_first },
  });
  return written;
}

function says(
  { headline, overview, day_emoji, details, whole }: DayRow,
  made: ComposedSummary,
  isOver: boolean,
): boolean {
  if (isOver && !whole) return false;
  return isDeepStrictEqual({ headline, overview, day_emoji, details }, made);
}
