import { z } from 'zod';
import { BriefActionItem } from '../action-items/assistants.ts';
import { defineOperation } from '../../kit/operation.ts';
import {
  filterText,
  lenientLimit,
  Cursor,
  FirstDay,
  LastDay,
  nextPage,
  nextPageFrom,
  ListOffset,
  unlisted,
} from '../../kit/assistant-list.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayNamed } from '../accounts/day-bounds.ts';
import { listDaySummaries } from './days.ts';

export const AssistantDay = z
  .object({
    id: z.string().describe('The id of the summary.'),
    date: z.string().describe("The day in the user's time zone, `yyyy-mm-dd`."),
    headline: z.string().describe('At most about eight words.'),
    overview: z.string().describe('In the third person, in the order of the day.'),
    highlights: z
      .array(
        z.object({
          conversation_id: z.string().describe('The id of the conversation.'),
          title: z.string().describe('The title of the conversation.'),
        }),
      )
      .describe('The most important conversations, the most important first.'),
    action_items: z.array(BriefActionItem).describe('The tasks of the day.'),
  })
  .meta({ id: 'AssistantDay' });

export const assistantListDaySummaries = defineOperation({
  name: 'assistantListDaySummaries',
  summary: 'List daily summaries as assistants see them, newest first',
  description: 'Lists only past days with a conversation worth keeping.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.strictObject({
    start_date: FirstDay,
    end_date: LastDay,
    filter: filterText('text=boat').meta(unlisted),
    limit: lenientLimit({ fallback: 30, max: 100 }),
    offset: ListOffset.meta(unlisted),
    cursor: Cursor,
  }),
  output: z.object({
    summaries: z.array(AssistantDay),
    ...nextPage,
  }),
  run: async (context, { start_date, end_date, ...page }) => {
    const timezone = await timezoneOf(context);
    const { summaries, next_cursor } = await listDaySummaries(context, {
      ...page,
      ...(start_date && { start_date: dayNamed(start_date, timezone) }),
      ...(end_date && { end_date: dayNamed(end_date, timezone) }),
    });
    return { summaries, ...nextPageFrom(next_cursor) };
  },
});
