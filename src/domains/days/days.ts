import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { Day, limit, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { Cursor } from '../../kit/assistant-list.ts';
import { cutPage, paging } from '../../kit/page.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { DaySummary } from './day-summary.ts';
import { dayFilters } from './day-filters.ts';
import { hasChangedDays, selectChangedDays } from './day-changes.sql.ts';
import * as sql from './days.sql.ts';
import type { DayRow } from './days.sql.ts';
import { endsOf, settleDay } from './day-settlement.ts';

const DayPage = z.object({
  limit: limit({ fallback: 30, max: 100 }),
  offset: paging.offset,
  cursor: Cursor,
  start_date: Day.optional().describe('The first day.'),
  end_date: Day.optional().describe('The last day.'),
  ...dayFilters.input,
});

export const listDaySummaries = defineOperation({
  name: 'listDaySummaries',
  summary: 'List daily summaries, newest first',
  description:
    'Each past day with a conversation worth keeping gets a summary, even if the ' +
    'conversations arrive later. All changes since a summary was made are applied before ' +
    'it is returned.',
  scope: 'conversations:read',
  effect: 'read',
  gate: 'memories',
  input: DayPage,
  output: z.object({
    summaries: z.array(DaySummary).describe('The summaries, newest first.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send this value as `cursor` to get the next page; null on the last page.'),
  }),
  run: listDays,
  whileClosed: async (context, input) => {
    const { summaries, ...rest } = await listDays(context, input);
    return { ...rest, summaries: summaries.map(withoutMemories) };
  },
});

async function listDays(
  context: Context,
  { limit, offset, start_date, end_date, ...input }: z.output<typeof DayPage>,
) {
  const days = { start_date: start_date ?? null, end_date: end_date ?? null };
  const page = { limit: limit + 1, offset, ...days };
  const list = await dayFilters.list(context, input);
  const rows = await trueSummaries(context, () =>
    sql.selectSummaries(context.db, userOf(context), list, page),
  );
  const { items, next_cursor } = cutPage(rows, limit, list.positionOf);
  return { summaries: items.map(view), next_cursor };
}

export const getDaySummary = defineOperation({
  name: 'getDaySummary',
  summary: 'Get a daily summary',
  description: '`highlights` lists its conversations by id.',
  scope: 'conversations:read',
  effect: 'read',
  gate: 'memories',
  input: z.object({ summary_id: z.string() }),
  output: DaySummary,
  run: readDay,
  whileClosed: async (context, input) => withoutMemories(await readDay(context, input)),
});

async function readDay(context: Context, { summary_id }: { summary_id: string }) {
  const read = () => sql.selectSummary(context.db, userOf(context), summary_id);
  const [row] = UUID.test(summary_id)
    ? await trueSummaries(context, async () => [await read()].filter((each) => each !== undefined))
    : [];
  if (!row) throw new NotFound('Daily summary not found');
  return view(row);
}

export const refreshDaySummary = defineOperation({
  name: 'refreshDaySummary',
  summary: 'Make or remake a daily summary now',
  description: 'Works for today and for any earlier day.',
  scope: 'conversations:write',
  effect: 'write',
  gate: 'memories',
  input: z.object({ date: Day.describe("The day in the user's time zone.") }),
  output: DaySummary,
  run: refreshDay,
  whileClosed: async (context, input) => withoutMemories(await refreshDay(context, input)),
});

async function refreshDay(context: Context, { date }: { date: string }) {
  const day = { date, timezone: await timezoneOf(context) };
  const { busy, row } = await settleDay(context, day, 'now');
  if (row) return view(row);
  if (busy)
    throw new Conflict('The conversations of that day are still being processed. Try again.');
  throw new NotFound('There are no conversations on that day.');
}

/**
 * Reads summaries after it has updated the changed days, so deleted or corrected data never
 * appears. The last read follows the last look at the queue: a sweep may renew a day and empty the
 * queue between a read and a look.
 */
async function trueSummaries<Row extends DayRow>(
  context: Context,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const user_id = userOf(context);
  const now = context.clock.now();
  if (!(await hasChangedDays(context.db, user_id, now))) return read();
  const timezone = await timezoneOf(context);
  const looked = new Set<string>();
  for (;;) {
    const rows = await read();
    const dates = rows.map(({ date }) => date).filter((date) => !looked.has(date));
    if (dates.length === 0) return rows;
    const bounds = dates.map((date) => ({ date, ...endsOf({ date, timezone }) }));
    const changed = await selectChangedDays(context.db, user_id, bounds, now);
    for (const date of dates) looked.add(date);
    for (const date of changed) await settleDay(context, { date, timezone }, 'never');
  }
}

function view({ details, ...row }: DayRow): z.input<typeof DaySummary> {
  return { ...row, ...details };
}

/** Removes memories from the summary of a day, for use while memories are closed. */
function withoutMemories(day: z.input<typeof DaySummary>): z.input<typeof DaySummary> {
  return { ...day, knowledge_nuggets: [] };
}
