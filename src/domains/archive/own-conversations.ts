import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { beginning, limit, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, EMPTY_PAGE, pageOf, paging, readCursor } from '../../kit/page.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dateRange } from '../accounts/day-bounds.ts';
import { Conversation, STATUSES } from '../conversations/conversation.ts';
import { LiveSegment } from '../transcripts/segment.ts';
import type { Status } from '../conversations/conversation.ts';
import { PlaceInList } from './conversations.ts';
import { belongingsOf, wholeConversation } from '../conversations/conversation-view.ts';
import { countConversations, selectConversations } from './archive.sql.ts';
import type { ConversationFilter } from './archive.sql.ts';
import { conversationView } from '../conversations/conversation-view.ts';

/** Complete conversations of every status, for the user's own apps. */
const Filters = {
  statuses: z
    .string()
    .default('processing,completed')
    .describe(`Comma-separated: ${STATUSES.join(', ')}.`),
  include_discarded: z.boolean().default(true),
  sources: z.string().optional().describe('Comma-separated.'),
  ...dateRange,
  folder_id: z.string().min(1).optional(),
  starred: z.boolean().optional(),
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
  run: pageOfConversations,
});

export const countOwnConversations = defineOperation({
  name: 'countOwnConversations',
  summary: 'Count conversations',
  description: 'Takes the same filters as the list.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object(Filters),
  output: z.object({ count: z.int() }),
  run: async (context, filters) => {
    const filter = await filterOf(context, filters);
    return {
      count: filter ? await countConversations(context.db, userOf(context), filter) : 0,
    };
  },
});

export const getOwnConversation = defineOperation({
  name: 'getOwnConversation',
  summary: 'Get one complete conversation',
  description:
    'Returns the conversation in any status, with its transcript, its photos and a note on ' +
    'the engine that understood it.',
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
export async function pageOfConversations(
  context: Context,
  { limit, offset, cursor, ...filters }: z.output<typeof OwnList>,
): Promise<z.input<typeof OwnPage>> {
  const after = readCursor(cursor, PlaceInList);
  const filter = await filterOf(context, filters);
  if (!filter) return EMPTY_PAGE;
  const rows = await selectConversations(context.db, userOf(context), {
    ...filter,
    limit: limit + 1,
    offset,
    after,
  });
  const page = cutPage(rows, limit, ({ created_at, id }) => [created_at.toISOString(), id]);
  const belongings = await belongingsOf(context, page.items, true);
  const items = page.items.map((row, index) => conversationView(row, belongings[index]!));
  return { ...page, items };
}

async function filterOf(
  context: Context,
  { statuses, sources, folder_id, starred, ...rest }: z.output<z.ZodObject<typeof Filters>>,
): Promise<Omit<ConversationFilter, 'limit' | 'offset' | 'after'> | null> {
  const { from, until } = boundsOf(rest, await timezoneOf(context));
  if (from && until && from > until) {
    throw new Unrecognised('start_date must not be after end_date');
  }
  if (folder_id !== undefined && !UUID.test(folder_id)) return null;
  return {
    statuses: words(statuses).map(parseStatus),
    include_discarded: rest.include_discarded,
    sources: sources === undefined ? null : words(sources),
    categories: null,
    from,
    until,
    folder_id: folder_id ?? null,
    starred: starred ?? null,
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
