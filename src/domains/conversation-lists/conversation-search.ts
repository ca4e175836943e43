import { z } from 'zod';
import { EVERYTHING } from '../../core/search.ts';
import type { Ranked, SearchFilter } from '../../core/search.ts';
import { limit, Offset, orNull, UUID } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { FilteredBelowThreshold, Relevance, SearchText } from '../queries/search-shapes.ts';
import { Timezone } from '../accounts/account.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dateRange } from '../accounts/day-bounds.ts';
import { timesIn } from '../../engines/search/question-times.ts';
import { CATEGORIES } from '../../engines/understanding/maker.ts';
import { Conversation, DeveloperConversation } from '../conversations/conversation.ts';
import { conversationView, developerView } from '../conversations/conversation-view.ts';
import { asWritten, findWithin } from '../queries/restricted-search.ts';
import { Narrowing, Understood, understandQuery } from '../queries/understanding.ts';
import type { UnderstoodQuery } from '../queries/understanding.ts';
import { Match, matchesOf, reasonOf } from './conversation-matches.ts';

/** Searches conversations by the words of their segments. */

const Filters = {
  start_date: orNull(dateRange.start_date, 'Null: no limit.'),
  end_date: orNull(dateRange.end_date, 'Null: no limit.'),
  speaker_id: z
    .union([z.string().min(1).max(100), z.int().min(0)])
    .nullish()
    .describe(
      'Searches only the words of this speaker: the id of a person, `user`, or the number of a ' +
        'speaker.',
    ),
};
export const searchConversations = defineOperation({
  name: 'searchConversations',
  summary: 'Search conversations by what was said',
  description:
    'Searches completed conversations that were worth keeping. The best match comes ' +
    'first, and each result has its matching segments. Times in the question ("last ' +
    'week", "in March") are in the time zone of the user. They rank conversations of that ' +
    'time higher; `start_date` and `end_date` exclude all others.',
  scope: 'conversations:read',
  effect: 'read',
  waits: true,
  input: z.strictObject({
    query: SearchText,
    limit: limit({ fallback: 10, max: 100 }),
    offset: Offset,
    ...Filters,
    categories: z
      .array(z.enum(CATEGORIES))
      .max(40)
      .nullish()
      .describe('Only conversations of these categories.'),
    folder_id: z.string().min(1).nullish().describe('Only conversations in this folder.'),
    timezone: Timezone.nullish().describe(
      "The time zone of the days in the question; default: the account's time zone.",
    ),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          conversation: DeveloperConversation.describe('The conversation.'),
          score: Relevance,
          matches: z.array(Match).describe('The best match comes first.'),
        }),
      )
      .describe('The best match comes first.'),
    returned_count: z.int().describe('The number of items on this page.'),
    total_count: z.int().describe('The number of matches on all pages.'),
    has_more: z.boolean().describe('True when there is another page.'),
    filtered_below_threshold: FilteredBelowThreshold,
  }),
  run: async (context, { query, limit, offset, categories, folder_id, ...rest }) => {
    const timezone = rest.timezone ?? (await timezoneOf(context));
    const labels = [
      ...(categories?.length ? [categories.map((category) => `category:${category}`)] : []),
      ...(folder_id ? [[`folder:${UUID.test(folder_id) ? folder_id.toLowerCase() : '?'}`]] : []),
    ];
    const filter = { ...filterOf(rest, timezone), labels, without: ['discarded'] };
    const ranked = await find(context, asWritten(query), { timezone, limit, offset, filter });
    const found = await matchesOf(context, ranked, false);
    const items = found.map(({ row, ...why }) => ({
      conversation: developerView(row, why.belongings, {}),
      ...reasonOf(why, query),
    }));
    return {
      items,
      returned_count: items.length,
      total_count: ranked.total,
      has_more: ranked.total > offset + limit,
      filtered_below_threshold: ranked.below_threshold,
    };
  },
});

export const searchOwnConversations = defineOperation({
  name: 'searchOwnConversations',
  summary: 'Search conversations page by page, with all their fields',
  description:
    'Works like `searchConversations`, but includes discarded conversations unless you ' +
    'exclude them. Words about time, people and folders ("last week", "with Ana", "in folder ' +
    'Work") restrict the search to conversations that were worth keeping; `understood` says which ' +
    'words these are.',
  scope: 'conversations:read',
  effect: 'read',
  waits: true,
  input: z.object({
    query: SearchText,
    page: z.int().min(1).max(10_000).default(1).describe('The number of the page, from 1.'),
    per_page: limit({ fallback: 10, max: 100 }),
    include_discarded: z
      .boolean()
      .default(true)
      .describe('Includes conversations that the service found not worth keeping.'),
    ...Filters,
    ...Narrowing,
  }),
  output: z.object({
    items: z.array(Conversation).describe('The conversations, the best match first.'),
    found: z
      .array(
        z.object({
          id: z.string().describe('The id of the conversation.'),
          score: Relevance,
          matches: z.array(Match).describe('The best match comes first.'),
        }),
      )
      .describe('The scores and the matching segments of the items, in the order of `items`.'),
    total_pages: z.int().describe('The number of pages.'),
    current_page: z.int().describe('The number of this page, from 1.'),
    per_page: z.int().describe('The number of items on a full page.'),
    filtered_below_threshold: FilteredBelowThreshold,
    understood: Understood.describe('How the service read the search.'),
  }),
  run: async (context, { query, page, per_page, include_discarded, ...rest }) => {
    const without = include_discarded ? [] : ['discarded'];
    const timezone = await timezoneOf(context);
    const asked = await understandQuery(context, query, rest);
    const ranked = await find(context, asked, {
      timezone,
      limit: per_page,
      offset: (page - 1) * per_page,
      filter: { ...filterOf(rest, timezone), without },
    });
    const found = await matchesOf(context, ranked, true);
    return {
      items: found.map(({ row, belongings }) => conversationView(row, belongings)),
      found: found.map(({ row, ...why }) => ({
        id: row.id,
        ...reasonOf(why, asked.understood.text),
      })),
      understood: asked.understood,
      total_pages: Math.ceil(ranked.total / per_page),
      current_page: page,
      per_page,
      filtered_below_threshold: ranked.below_threshold,
    };
  },
});

function filterOf(
  { speaker_id, ...range }: z.output<z.ZodObject<typeof Filters>>,
  timezone: string,
): SearchFilter {
  const bounds = boundsOf(range, timezone);
  return { ...bounds, labels: [], without: [], speaker: speakerLabel(speaker_id) };
}

function speakerLabel(speaker: string | number | null | undefined): string | null {
  if (speaker === undefined || speaker === null) return null;
  if (speaker === 'user') return 'user';
  return UUID.test(String(speaker)) ? `person:${speaker}`.toLowerCase() : `speaker:${speaker}`;
}

/** Ranks the conversations that were worth keeping by a search. */
export function findConversations(
  context: Context,
  asked: UnderstoodQuery,
  page: { limit: number; offset?: number },
): Promise<Ranked> {
  return find(context, asked, { ...page, filter: { ...EVERYTHING, without: ['discarded'] } });
}

async function find(
  context: Context,
  asked: UnderstoodQuery,
  {
    filter,
    timezone,
    ...page
  }: { limit: number; offset?: number; filter: SearchFilter; timezone?: string },
): Promise<Ranked> {
  const labels = [...filter.labels, ['status:completed']];
  const { times, rest } = timesIn(asked.understood.text, {
    now: context.clock.now(),
    timezone: timezone ?? (await timezoneOf(context)),
  });
  const text = { ...asked, understood: { ...asked.understood, text: rest } };
  return findWithin(context, 'conversations', text, {
    ...page,
    times,
    filter: { ...filter, labels },
  });
}
