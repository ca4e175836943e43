import { z } from 'zod';
import { Conflict } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { Status } from '../conversations/conversation.ts';
import { sessionOfRequest, untilProcessed } from '../conversations/conversation-lookup.ts';
import {
  selectByClientSession,
  selectConversationByExternalId,
} from '../conversations/recording/client-sessions.ts';
import { selectConversation } from '../conversations/conversations.ts';
import { beginProcessing } from '../conversations/lifecycle.ts';
import type { NewConversation } from '../conversations/lifecycle.ts';
import { insertSegments } from '../transcripts/segments.ts';
import type { SegmentRow } from '../transcripts/named-segments.ts';

/** The time that a create request waits for the processing before it answers `processing`. */
const PATIENCE_MS = 15_000;

export const CreatedConversation = z
  .object({
    id: z.string().describe('The id of the conversation.'),
    status: z
      .union([Status, z.literal('deleted')])
      .describe('`deleted`: the conversation existed, and the user has deleted it.'),
    discarded: z
      .boolean()
      .describe('True when the service found the conversation not worth keeping.'),
  })
  .meta({ id: 'CreatedConversation' });

type NewSegment = Pick<SegmentRow, 'text' | 'speaker_id' | 'is_user' | 'person_id'> & {
  start: number;
  end: number;
};

export interface ConversationWithWords {
  conversation: NewConversation;
  segments: readonly NewSegment[];
}

/**
 * Stores a conversation and waits until it is processed. If its external id or session already has
 * a conversation, answers with that conversation.
 */
export async function createOnce(
  context: Context,
  made: ConversationWithWords,
): Promise<z.input<typeof CreatedConversation>> {
  const { id, client_session_id: session } = made.conversation;
  if (await storeConversation(context, made)) return whenProcessed(context, id);
  const brought = await broughtEarlier(context, made);
  if (brought) return brought;
  if (session === null) throw changing();
  const earlier = await earlierOf(context, session);
  const underWay = earlier.status === 'processing' || earlier.status === 'in_progress';
  if (!underWay) return earlier;
  if (session === sessionOfRequest(context)) return whenProcessed(context, earlier.id);
  throw new Conflict('The same session is still being processed. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}

/** Returns the existing conversation with the same external id or session. */
export async function earlierConversation(
  context: Context,
  made: ConversationWithWords,
): Promise<z.input<typeof CreatedConversation>> {
  const brought = await broughtEarlier(context, made);
  if (brought) return brought;
  const session = made.conversation.client_session_id;
  if (session === null) throw changing();
  return earlierOf(context, session);
}

function broughtEarlier(
  context: Context,
  { conversation: { source, external_id } }: ConversationWithWords,
): ReturnType<typeof selectConversationByExternalId> | undefined {
  if (!external_id) return undefined;
  return selectConversationByExternalId(context.db, userOf(context), { source, external_id });
}

/**
 * Stores the conversation and queues its processing; does nothing when its external id or client
 * session already has a conversation.
 */
export async function storeConversation(
  context: Context,
  { conversation, segments }: ConversationWithWords,
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    if (!(await beginProcessing(inside, conversation))) return false;
    const rows = segments.map(({ start, end, ...segment }) => ({
      ...segment,
      id: context.newId(),
      start_seconds: start,
      end_seconds: end,
    }));
    await insertSegments(tx, userOf(context), conversation.id, rows);
    return true;
  });
}

async function whenProcessed(
  context: Context,
  id: string,
): Promise<z.input<typeof CreatedConversation>> {
  await untilProcessed(context, id, PATIENCE_MS);
  const row = await selectConversation(context.db, userOf(context), id);
  return row ?? { id, status: 'deleted', discarded: true };
}

async function earlierOf(
  context: Context,
  clientSession: string,
): Promise<z.input<typeof CreatedConversation>> {
  const earlier = await selectByClientSession(context.db, userOf(context), clientSession);
  if (!earlier) throw changing();
  return earlier;
}

function changing(): Conflict {
  return new Conflict('Another request is changing the same session right now. Try again.');
}
