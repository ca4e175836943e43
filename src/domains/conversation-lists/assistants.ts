import { z } from 'zod';
import { BriefActionItem } from '../action-items/assistants.ts';
import { Timestamp } from '../../core/wire.ts';
import { shortened } from '../../engines/understanding/short-text.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, variantOf } from '../../kit/operation.ts';
import {
  filterText,
  lenientLimit,
  Cursor,
  FirstDay,
  LastDay,
  nextPage,
  nextPageFrom,
  TextOffset,
  ListOffset,
  RecordId,
  unlisted,
} from '../../kit/assistant-list.ts';
import { Question } from '../queries/search-shapes.ts';
import { AppResult } from '../conversations/conversation.ts';
import { pageOfConversations } from './conversations.ts';
import { belongingsOf } from '../conversations/conversation-view.ts';
import type { FiledConversation } from '../conversations/filing.ts';
import { searchConversations } from './conversation-search.ts';
import { countSegments, selectPlaces } from '../transcripts/segments.ts';
import { selectSegmentsFrom } from '../transcripts/named-segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { segmentView } from '../transcripts/segment-view.ts';

/**
 * Conversations in the shapes that assistants expect: brief in lists, and with the transcript when
 * read by id.
 */

const Structured = z.object({
  title: z.string().describe('The title.'),
  overview: z.string().describe('The summary, in some sentences.'),
  category: z.string().describe('The category, such as `work`.'),
});
export const BriefConversation = z
  .object({
    id: z.string().describe('The id of the conversation.'),
    started_at: Timestamp.describe('The start of the conversation.'),
    finished_at: Timestamp.nullable().describe('The end; null when it is not known.'),
    structured: Structured.describe('Title, summary and category.'),
    language: z.string().nullable().describe('ISO 639-1, such as `en`; null when it is not known.'),
  })
  .meta({ id: 'AssistantConversation' });

/**
 * The shape of the route. Tools do not need all these fields, but clients of the reference service
 * expect them.
 */
const RoutedConversation = BriefConversation.extend({
  apps_results: z.array(AppResult).describe('The results of the summary templates.'),
  match_snippets: z.array(z.string()).describe('Only a search returns snippets.'),
}).meta({ id: 'AssistantConversationListed' });

const days = { start_date: FirstDay, end_date: LastDay };
const MAX_LISTED = 1000;

export const assistantListConversations = defineOperation({
  name: 'assistantListConversations',
  summary: 'List conversations as assistants see them, newest first',
  description:
    'Returns completed conversations that were worth keeping, without transcripts. A time ' +
    'without a zone is in the time zone of the user.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.strictObject({
    ...days,
    categories: z.array(z.string()).max(40).optional().describe('Such as work, health, family.'),
    filter: filterText('person_id=…&sort=started_asc'),
    limit: lenientLimit({ fallback: 100, max: MAX_LISTED }),
    offset: ListOffset.meta(unlisted),
    cursor: Cursor,
  }),
  output: z.object({ conversations: z.array(RoutedConversation), ...nextPage }),
  run: async (context, input) => {
    const { items, next_cursor } = await pageOfConversations(context, input);
    return { conversations: items.map(briefly), ...nextPageFrom(next_cursor) };
  },
});

/** The tool has a smaller default limit than the route, and fewer parameters. */
export const assistantListConversationsForTool = variantOf(assistantListConversations, {
  input: assistantListConversations.input.extend({
    limit: lenientLimit({ fallback: 20, max: MAX_LISTED }),
  }),
  output: z.object({ conversations: z.array(BriefConversation), ...nextPage }),
});

const MAX_SNIPPETS = 3;
const LONGEST_SNIPPET = 300;

export const assistantSearchConversations = defineOperation({
  name: 'assistantSearchConversations',
  summary: 'Search conversations by what was said',
  description:
    'The best match comes first. Each conversation has its matching lines. The `#12` ' +
    'before a line is its position, which you can send as `segment_offset`.',
  scope: 'conversations:read',
  effect: 'read',
  waits: true,
  input: z.strictObject({
    query: Question,
    ...days,
    limit: lenientLimit({ fallback: 10, max: 100 }),
  }),
  output: z.object({
    conversations: z.array(
      BriefConversation.extend({
        match_snippets: z.array(z.string()).describe('The matching sentences.'),
        relevance_score: z.number().describe('The relevance to the query, 0 to 1.'),
      }).meta({ id: 'AssistantConversationFound' }),
    ),
  }),
  run: async (context, input) => {
    const { items } = await searchConversations(context, input);
    const found = items.map(({ matches, ...item }) => ({
      ...item,
      matches: matches.slice(0, MAX_SNIPPETS),
    }));
    const placeOf = await placesOf(
      context,
      found.flatMap(({ conversation, matches }) =>
        matches.map(({ segment_id }) => ({ conversation_id: conversation.id, segment_id })),
      ),
    );
    return {
      conversations: found.map(({ conversation, score, matches }) => ({
        ...conversation,
        started_at: conversation.started_at ?? conversation.created_at,
        relevance_score: score,
        match_snippets: matches.map((match) => {
          const line = lineOf({ ...match, text: shortened(match.text, LONGEST_SNIPPET) });
          return `#${placeOf(conversation.id, match.segment_id)} ${line}`;
        }),
      })),
    };
  },
});

/** Returns the positions of segments in the transcripts of their conversations, counted from 0. */
export async function placesOf(
  context: Context,
  found: readonly { conversation_id: string; segment_id: string }[],
): Promise<(conversation_id: string, id: string) => number> {
  const places = await selectPlaces(context.db, userOf(context), {
    conversation_ids: found.map(({ conversation_id }) => conversation_id),
    ids: found.map(({ segment_id }) => segment_id),
  });
  const byIds = new Map(places.map((row) => [`${row.conversation_id} ${row.id}`, row.place]));
  return (conversation_id, id) => byIds.get(`${conversation_id} ${id}`) ?? 0;
}

const Segment = z
  .object({
    speaker_name: z
      .string()
      .describe('A name, a label such as `Speaker 1`, or `?` for an unknown voice.'),
    is_user: z.boolean().describe('True when the user speaks.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    text: z.string().describe('The words of the segment.'),
  })
  .meta({ id: 'AssistantSegment' });

export const WholeConversation = BriefConversation.extend({
  status: z.string().describe('`in_progress`, `processing`, `completed` or `failed`.'),
  structured: Structured.extend({
    action_items: z.array(BriefActionItem).describe('The tasks.'),
    events: z
      .array(
        z.object({
          title: z.string().describe('The title of the event.'),
          start: Timestamp.describe('The time at which the event begins.'),
        }),
      )
      .describe('The events.'),
  }).describe('Title, summary, tasks and events.'),
  apps_results: z.array(AppResult).describe('The results of the summary templates.'),
  transcript_segments: z.array(Segment).describe('The transcript, in the order of the speech.'),
  segment_count: z.int().describe('The number of segments of the whole transcript.'),
  next_segment_offset: z
    .int()
    .nullable()
    .describe('The offset of the next segments; null at the end.'),
}).meta({ id: 'AssistantConversationDetail' });

const AT_ONCE = 100;
const MAX_AT_ONCE = 1000;

/** Returns a conversation with its transcript, complete unless the caller asks for a part. */
export const assistantGetConversation = defineOperation({
  name: 'assistantGetConversation',
  summary: 'Get one conversation with its transcript',
  description:
    'Returns the whole transcript, or at most `segment_limit` segments. ' +
    '`next_segment_offset` is the position of the next segment, or null at the end. Times ' +
    'are in seconds from the start.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.strictObject({
    conversation_id: z.string(),
    segment_offset: TextOffset.describe('The number of segments to skip.'),
    segment_limit: z
      .int()
      .min(1)
      .optional()
      .describe('The maximum number of segments; default: all.'),
  }),
  output: WholeConversation,
  run: async (context, { conversation_id, segment_offset, segment_limit }) => {
    const row = await findConversation(context, conversation_id);
    const [[belongings], segments, segment_count] = await Promise.all([
      belongingsOf(context, [row], false),
      segmentsOf(context, row.id, { offset: segment_offset, limit: segment_limit ?? null }),
      countSegments(context.db, userOf(context), row.id),
    ]);
    const { items, userName } = belongings!;
    const following = segment_offset + segments.length;
    const { structured, ...rest } = briefly(row);
    return {
      ...rest,
      status: row.status,
      structured: { ...structured, action_items: [...items], events: row.events },
      transcript_segments: segments.map((segment) => spoken(segment, userName)),
      segment_count,
      next_segment_offset: segments.length > 0 && following < segment_count ? following : null,
    };
  },
});

export const assistantReadConversation = defineOperation({
  name: 'assistantReadConversation',
  summary: 'Get one conversation with its transcript, page by page',
  scope: 'conversations:read',
  effect: 'read',
  input: z.strictObject({
    conversation_id: RecordId,
    segment_offset: TextOffset.describe('The `next_segment_offset` of the previous page.'),
    segment_limit: lenientLimit({ fallback: AT_ONCE, max: MAX_AT_ONCE }),
  }),
  output: z.object({ conversation: WholeConversation }),
  run: async (context, input) => ({ conversation: await assistantGetConversation(context, input) }),
});

/**
 * Formats a segment as exactly one line of a transcript, whatever its text contains: `Ana (0:12): I
 * will call the bank.`
 */
export function lineOf({
  speaker_name,
  start,
  text,
}: {
  speaker_name: string | null;
  start: number;
  text: string;
}): string {
  const seconds = Math.floor(start);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  // A line break in the text would start a line that looks like another speaker's.
  return `${speaker_name ?? 'Somebody'} (${clock}): ${text}`.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function spoken(row: NamedSegment, userName: string): z.input<typeof Segment> {
  const { speaker_name, ...rest } = segmentView(row, userName);
  return { ...rest, speaker_name: speaker_name ?? 'Somebody' };
}

function segmentsOf(
  context: Context,
  id: string,
  page: { offset: number; limit: number | null },
): Promise<NamedSegment[]> {
  return selectSegmentsFrom(context.db, userOf(context), id, page);
}

function briefly(row: FiledConversation): z.input<typeof RoutedConversation> {
  const { title, overview, category } = row;
  return {
    ...row,
    started_at: row.started_at ?? row.created_at,
    structured: { title, overview, category },
    apps_results: row.apps_results as z.input<typeof RoutedConversation>['apps_results'],
    match_snippets: [],
  };
}
