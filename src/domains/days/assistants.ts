import { z } from 'zod';
import { defineOperation } from '../../kit/operation.ts';
import { amount, Cursor, Skip } from '../../kit/page.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayNamed } from '../accounts/day-bounds.ts';
import { listDaySummaries } from './days.ts';

const AssistantDay = z
  .object({
    id: z.string(),
    date: z.string(),
    headline: z.string(),
    overview: z.string(),
    highlights: z.array(z.object({ conversation_id: z.string(), title: z.string() })),
    action_items: z.array(
      z.object({ id: z.string(), description: z.string(), completed: z.boolean() }),
    ),
  })
  .meta({ id: 'AssistantDay' });

export const assistantListDays = defineOperation({
  name: 'assistantListDaySummaries',
  summary: 'List the summaries of days as assistants see them, newest first',
  description: 'Only days that are over and had a conversation that was worth keeping.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.strictObject({
    start_date: z.string().optional().describe('First day, yyyy-mm-dd.'),
    end_date: z.string().optional().describe('Last day, yyyy-mm-dd.'),
    limit: amount({ fallback: 30, max: 100 }),
    offset: Skip,
    cursor: Cursor,
  }),
  output: z.object({
    summaries: z.array(AssistantDay),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  run: async (context, { start_date, end_date, ...page }) => {
    const timezone = await timezoneOf(context);
    const { summaries, next_cursor } = await listDaySummaries(context, {
      ...page,
      ...(start_date && { start_date: dayNamed(start_date, timezone) }),
      ...(end_date && { end_date: dayNamed(end_date, timezone) }),
    });
    return { summaries, has_more: next_cursor !== null, next_cursor };
  },
});
