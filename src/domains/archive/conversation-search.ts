import { z } from 'zod';
import type { Ranked, SearchFilter } from '../../core/search.ts';
import { limit, Offset, orNull, UUID } from '../../core/wire.ts';
import { snippetOf } from '../../engines/search/marks.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import {
  FilteredBelowThreshold,
  inOrderFound,
  Relevance,
  SearchText,
} from '../search/search-shapes.ts';
import { Timezone } from '../accounts/account.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dateRange } from '../accounts/day-bounds.ts';
import { timesIn } from '../../engines/search/question-times.ts';
import { CATEGORIES } from '../../engines/understanding/maker.ts';
import { Conversation, DeveloperConversation } from '../conversations/conversation.ts';
import { belongingsOf } from '../conversations/conversation-view.ts';
import type { FiledConversation } from '../conversations/conversations.ts';
import * as sql from './archive.sql.ts';
import { maskedTexts } from '../transcripts/secrets/masked-texts.ts';
import { selectSegmentsById } from '../transcripts/segments.ts';
import type { NamedSegment } from '../transcripts/segments.ts';
import { conversationView, developerView } from '../conversations/conversation-view.ts';
import { timedSentences } from '../transcripts/timed-sentences.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import type { Belongings } from '../conversations/conversation-view.ts';

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
const Match = z
  .object({
    segment_id: z.string().describe('The id of the segment.'),
    speaker_name: z
      .string()
      .nullable()
      .describe('The name of the speaker; null for an unknown speaker.'),
    text: z.string().describe('The words of the segment, without secrets.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    second: z
      .number()
      .describe('The second at which the sentence begins that fits the question best.'),
    score: Relevance,
  })
  .meta({ id: 'SearchMatch' });

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
    const ranked = await find(context, { query, timezone, limit, offset, filter });
    const found = await fetch(context, ranked, false);
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
    'exclude them.',
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
  }),
  run: async (context, { query, page, per_page, include_discarded, ...rest }) => {
    const without = include_discarded ? [] : ['discarded'];
    const timezone = await timezoneOf(context);
    const ranked = await find(context, {
      query,
      timezone,
      limit: per_page,
      offset: (page - 1) * per_page,
      filter: { ...filterOf(rest, timezone), without },
    });
    const found = await fetch(context, ranked, true);
    return {
      items: found.map(({ row, belongings }) => conversationView(row, belongings)),
      found: found.map(({ row, ...why }) => ({ id: row.id, ...reasonOf(why, query) })),
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

function find(
  context: Context,
  {
    query,
    timezone,
    filter,
    ...page
  }: { query: string; timezone: string; limit: number; offset: number; filter: SearchFilter },
): Promise<Ranked> {
  const place = { user_id: userOf(context), kind: 'conversations' } as const;
  const labels = [...filter.labels, ['status:completed']];
  const { times, rest } = timesIn(query, { now: context.clock.now(), timezone });
  return context.search.find(context.db, place, {
    ...page,
    text: rest,
    times,
    filter: { ...filter, labels },
  });
}

interface FoundSegment {
  segment: NamedSegment;
  /** Its words without secrets. */
  masked: string;
  score: number;
}

interface Found {
  row: FiledConversation;
  score: number;
  segments: FoundSegment[];
  belongings: Belongings;
}

/**
 * Reads the conversations of a search result, in the order of the result, each with its matching
 * segments.
 */
async function fetch(context: Context, ranked: Ranked, withSegments: boolean): Promise<Found[]> {
  const user_id = userOf(context);
  const conversation_ids = ranked.groups.map(({ id }) => id);
  const ids = ranked.groups.flatMap(({ texts }) => texts.map(({ id }) => id));
  const [conversations, segments, belongings] = await Promise.all([
    sql.selectConversationsById(context.db, user_id, conversation_ids),
    selectSegmentsById(context.db, user_id, { conversation_ids, ids }),
    belongingsOf(context, ranked.groups, withSegments),
  ]);
  const textOf = await maskedTexts(context, segments);
  const belongingsById = new Map(conversation_ids.map((id, index) => [id, belongings[index]!]));
  const segmentById = new Map(segments.map((row) => [`${row.conversation_id} ${row.id}`, row]));
  const textsOf = new Map(ranked.groups.map(({ id, texts }) => [id, texts]));
  return inOrderFound(ranked, conversations).map(({ row, score }) => {
    const texts = textsOf.get(row.id)!;
    const found = texts.flatMap(({ id, score: relevance }) => {
      const segment = segmentById.get(`${row.id} ${id}`);
      return segment ? [{ segment, masked: textOf(segment), score: relevance }] : [];
    });
    return { row, score, segments: found, belongings: belongingsById.get(row.id)! };
  });
}

function reasonOf({ score, segments, belongings }: Omit<Found, 'row'>, query: string) {
  return { score, matches: segments.map((segment) => matchOf(segment, belongings, query)) };
}

function matchOf(
  { segment, masked, score }: FoundSegment,
  { userName }: Belongings,
  query: string,
): z.input<typeof Match> {
  const { id, speaker_name, start, end } = segmentView(segment, userName);
  const second = secondOf(segment, query) ?? start;
  return { segment_id: id, speaker_name, text: masked, start, end, second, score };
}

/** Returns when the sentence with the most words of the question begins. */
function secondOf(segment: NamedSegment, query: string): number | null {
  const marked = timedSentences(segment).map(({ text, start }) => ({
    start: Math.round(start * 1_000) / 1_000,
    marks: snippetOf(text, query, text.length).marks.length,
  }));
  const [best] = marked.toSorted((one, other) => other.marks - one.marks);
  return best?.start ?? null;
}
