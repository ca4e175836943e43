import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { beginning, limit } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dateRange } from '../accounts/day-bounds.ts';
import { Conversation, STATUSES } from '../conversations/conversation.ts';
import { LiveSegment } from '../transcripts/segment.ts';
import type { Status } from '../conversations/conversation.ts';
import { conversationFilters } from './conversation-filters.ts';
import { belongingsOf, wholeConversation } from '../conversations/conversation-view.ts';
import { countConversations, selectConversations } from './conversation-lists.sql.ts';
import type { ConversationFilter } from './conversation-lists.sql.ts';
import { conversationView } from '../conversations/conversation-view.ts';

/** Complete conversations of every status, for the user's own apps. */
const Filters = {
  statuses: z
    .string()
    .default('processing,completed')
    .describe(`Comma-separated: ${STATUSES.join(', ')}.`),
  include_discarded: z
    .boolean()
    .default(true)
    .describe('Includes conversations that the service found not worth keeping.'),
  sources: z.string().optional().describe('Comma-separated.'),
  ...dateRange,
  ...conversationFilters.input,
};

export const OwnList = z.object({
  limit: limit({ fallback: 100, max: 100 }),
  ...paging,
  ...Filters,
});
export const OwnPage = pageOf(Conversation);

export const listOwnConversations = defineOperation({
  name: 'listOwnConversations',
  summary: 'List complete conversations, newest first',
  description: 'Includes transcripts, discarded conversations and every status that you ask for.',
  scope: 'conversations:read',
  effect: 'read',
  input: OwnList,
  output: OwnPage,
  run: pageOfOwnConversations,
});

export const countOwnConversations = defineOperation({
  name: 'countOwnConversations',
  summary: 'Count conversations',
  description: 'Takes the same filters as the list.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object(Filters).omit({ sort: true }),
  output: z.object({ count: z.int().describe('The number of conversations.') }),
  run: async (context, filters) => {
    const filter = await filterOf(context, filters);
    const where = await conversationFilters.conditions(context, filters);
    return { count: await countConversations(context.db, userOf(context), where, filter) };
  },
});

export const getOwnConversation = defineOperation({
  name: 'getOwnConversation',
  summary: 'Get one complete conversation',
  description:
    'Returns the conversation in any status, with its transcript, its photos and the name ' +
    'of the maker that understood it.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: Conversation,
  run: (context, { conversation_id }) => wholeConversation(context, conversation_id),
});

export const getTranscripts = defineOperation({
  name: 'getTranscripts',
  summary: 'Get the transcript of a conversation by recogniser',
  description:
    'Groups segments by the name of their recogniser; `unknown` groups the segments without a name.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: z.record(z.string(), z.array(LiveSegment)),
  run: async (context, { conversation_id }) => {
    const { transcript_segments } = await wholeConversation(context, conversation_id);
    const byProvider = Map.groupBy(transcript_segments, (each) => each.stt_provider ?? 'unknown');
    return Object.fromEntries(byProvider);
  },
});

/** Returns a page of whole conversations, with their related rows. */
export async function pageOfOwnConversations(
  context: Context,
  { limit, offset, cursor, ...filters }: z.output<typeof OwnList>,
): Promise<z.input<typeof OwnPage>> {
  const list = await conversationFilters.list(context, { ...filters, cursor });
  const rows = await selectConversations(context.db, userOf(context), list, {
    ...(await filterOf(context, filters)),
    limit: limit + 1,
    offset,
  });
  const page = cutPage(rows, limit, list.positionOf);
  const belongings = await belongingsOf(context, page.items, true);
  const items = page.items.map((row, index) => conversationView(row, belongings[index]!));
  return { ...page, items };
}

async function filterOf(
  context: Context,
  { statuses, sources, ...rest }: Omit<z.output<z.ZodObject<typeof Filters>>, 'sort'>,
): Promise<Omit<ConversationFilter, 'limit' | 'offset'>> {
  const { from, until } = boundsOf(rest, await timezoneOf(context));
  if (from && until && from > until) {
    throw new Unrecognised('start_date must not be after end_date.');
  }
  return {
    statuses: words(statuses).map(parseStatus),
    include_discarded: rest.include_discarded,
    sources: sources === undefined ? null : words(sources),
    categories: null,
    from,
    until,
  };
}

function parseStatus(word: string): Status {
  const status = STATUSES.find((each) => each === word);
  if (status) return status;
  throw new Unrecognised(
    `Invalid status '${beginning(word, 50)}'. Available: ${STATUSES.join(', ')}`,
  );
}

function words(list: string): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
