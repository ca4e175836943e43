import { z } from 'zod';
import type { ActionItemRow } from '../action-items/action-items.ts';
import { includeOf } from '../../kit/external/record.ts';
import { Conversation } from './conversation.ts';
import type { AppResult, DeveloperConversation } from './conversation.ts';
import type { Photo } from './photo.ts';
import type { FiledConversation } from './conversations.sql.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectUser } from '../accounts/accounts.ts';
import { itemsOfConversations } from '../action-items/action-items.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { findConversation as find, untilProcessed } from './conversation-lookup.ts';
import { Unavailable } from '../../core/errors.ts';

type Result = z.output<typeof AppResult>;

/** The related rows that the shapes of a conversation contain. */
export interface Belongings {
  segments: readonly NamedSegment[];
  items: readonly ActionItemRow[];
  /** The name shown on the owner's own lines. */
  userName: string;
}

/** The input fields that request more parts of a conversation. */
export const conversationDetail = {
  include_transcript: z.boolean().default(false).describe('Fills `transcript_segments`.'),
  include: includeOf(
    ['status', 'external'],
    '`status` adds `status`, `discarded`, `failure` and `understood_by` to conversations. ' +
      '`external` adds `external_id` and `metadata`.',
  ),
};
interface ConversationDetail {
  include_transcript?: boolean;
  include?: readonly ('status' | 'external')[] | undefined;
}

export function developerView(
  row: FiledConversation,
  { segments, items, userName }: Belongings,
  { include_transcript, include }: Pick<ConversationDetail, 'include_transcript' | 'include'>,
): z.input<typeof DeveloperConversation> {
  const { status, discarded, failure, understood_by, external_id, metadata: _, ...rest } = row;
  return {
    ...rest,
    ...(include?.includes('status') && { status, discarded, failure, understood_by }),
    ...(include?.includes('external') && { external_id, metadata: metadataOf(row) }),
    structured: {
      title: row.title,
      overview: row.overview,
      category: row.category,
      emoji: row.emoji,
      action_items: [...items],
      events: row.events,
    },
    transcript_segments: include_transcript
      ? segments.map((segment) => segmentView(segment, userName))
      : null,
  };
}

export function conversationView(
  row: FiledConversation,
  belongings: Belongings,
): z.input<typeof Conversation> {
  return {
    ...developerView(row, belongings, {}),
    ...row,
    metadata: metadataOf(row),
    deleted: false,
    photos: row.photos as Photo[],
    apps_results: row.apps_results as Result[],
    plugins_results: row.apps_results as Result[],
    external_data: row.external_data as Record<string, unknown> | null,
    transcript_segments: belongings.segments.map((each) => segmentView(each, belongings.userName)),
  };
}

const metadataOf = ({ metadata }: FiledConversation) => metadata as Record<string, unknown> | null;

/**
 * Returns the complete stored conversation with its transcript, in the shape for the user's own
 * clients.
 */
export async function wholeConversation(
  context: Context,
  id: string,
): Promise<z.output<typeof Conversation>> {
  const row = await find(context, id);
  const [belongings] = await belongingsOf(context, [row], true);
  return Conversation.parse(conversationView(row, belongings!));
}

/** Fetches the related rows of all these conversations together. */
export async function belongingsOf(
  context: Context,
  conversations: readonly { id: string }[],
  withSegments: boolean,
): Promise<Belongings[]> {
  const user_id = userOf(context);
  const ids = conversations.map(({ id }) => id);
  const [items, segments, user] = await Promise.all([
    itemsOfConversations(context, ids),
    withSegments ? selectSegments(context.db, user_id, ids) : [],
    selectUser(context.db, user_id),
  ]);
  const byConversation = Map.groupBy(segments, ({ conversation_id }) => conversation_id);
  return ids.map((id) => ({
    segments: byConversation.get(id) ?? [],
    items: items.get(id) ?? [],
    userName: user?.name ?? 'User',
  }));
}

const PATIENCE_MS = 120_000;

/** Resolves with the conversation when its processing has ended. */
export async function understood(
  context: Context,
  id: string,
): Promise<z.output<typeof Conversation>> {
  if (!(await untilProcessed(context, id, PATIENCE_MS))) {
    throw new Unavailable(`Conversation ${id} is still being processed. Read it later.`);
  }
  return wholeConversation(context, id);
}
