import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { beginning, limit } from '../../core/wire.ts';
import { CATEGORIES } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, dateRange } from '../accounts/day-bounds.ts';
import { DeveloperConversation } from '../conversations/conversation.ts';
import type { Status } from '../conversations/conversation.ts';
import { conversationFilters } from './conversation-filters.ts';
import { selectConversations } from './conversation-lists.sql.ts';
import type { FiledConversation } from '../conversations/filing.ts';
import { findConversation as find } from '../conversations/conversation-lookup.ts';
import {
  belongingsOf,
  conversationDetail,
  developerView,
} from '../conversations/conversation-view.ts';

const MAX_WITH_TRANSCRIPT = 25;

export const getConversation = defineOperation({
  name: 'getConversation',
  summary: 'Get one conversation',
  description:
    'Returns the conversation in any status, even while the service processes it or after it ' +
    'was discarded. To process a failed conversation again, use `retry`. ' +
    '`include_transcript` adds every segment.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    conversation_id: z.string(),
    ...conversationDetail,
  }),
  output: DeveloperConversation,
  run: async (context, { conversation_id, ...detail }) => {
    const row = await find(context, conversation_id);
    const [belongings] = await belongingsOf(context, [row], detail.include_transcript);
    return developerView(row, belongings!, detail);
  },
});

export const listConversations = defineOperation({
  name: 'listConversations',
  summary: 'List conversations, newest first',
  description:
    'Returns completed conversations that were worth keeping, unless `status` or ' +
    '`include_discarded` says otherwise.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 25, max: 100 }),
    ...paging,
    ...dateRange,
    categories: z.string().optional().describe('Comma-separated names.'),
    ...conversationFilters.input,
    status: z
      .enum(['completed', 'processing', 'failed'])
      .default('completed')
      .describe('You can retry `failed` conversations.'),
    include_discarded: z
      .boolean()
      .default(false)
      .describe('Includes conversations that the service found not worth keeping.'),
    ...conversationDetail,
    include_transcript: conversationDetail.include_transcript.describe(
      `Fills \`transcript_segments\`. The page then has at most ${MAX_WITH_TRANSCRIPT} conversations.`,
    ),
  }),
  output: pageOf(DeveloperConversation),
  run: async (context, { include_transcript, include, ...input }) => {
    const limit = include_transcript ? Math.min(input.limit, MAX_WITH_TRANSCRIPT) : input.limit;
    const categories = input.categories?.split(',');
    const page = await pageOfConversations(context, { ...input, categories, limit });
    const belongings = await belongingsOf(context, page.items, include_transcript);
    const items = page.items.map((row, index) =>
      developerView(row, belongings[index]!, { include_transcript, include }),
    );
    return { ...page, items };
  },
});

interface Wanted {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  categories?: readonly string[] | undefined;
  status?: Status;
  include_discarded?: boolean;
}

/** Returns a page of the rows; the other input fields are filters of `conversationFilters`. */
export async function pageOfConversations(
  context: Context,
  { status = 'completed', include_discarded = false, ...wanted }: Wanted,
): Promise<{ items: FiledConversation[]; next_cursor: string | null }> {
  const categories = categoriesNamed(wanted.categories);
  const bounds = boundsOf(wanted, await timezoneOf(context));
  const list = await conversationFilters.list(context, { ...wanted });
  const rows = await selectConversations(context.db, userOf(context), list, {
    limit: wanted.limit + 1,
    offset: wanted.offset,
    statuses: [status],
    include_discarded,
    sources: null,
    categories,
    ...bounds,
  });
  return cutPage(rows, wanted.limit, list.positionOf);
}

/** Returns the known categories with these names; null when no name is given. */
function categoriesNamed(names: readonly string[] = []): string[] | null {
  const words = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
  const unknown = words.find((word) => !(CATEGORIES as readonly string[]).includes(word));
  if (unknown !== undefined) {
    throw new Unrecognised(
      `Invalid category '${beginning(unknown, 50)}'. Available: ${CATEGORIES.join(', ')}`,
    );
  }
  return words.length === 0 ? null : words;
}
