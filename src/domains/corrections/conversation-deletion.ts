import { z } from 'zod';
import { UUID } from '../../core/wire.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { releaseItemsOfConversation } from '../action-items/action-items.ts';
import { releaseMemoriesOfConversation } from '../memories/heard-memories.ts';
import { deleteVoicesOf } from '../voices/speaker-prints.ts';
import { deleteConversations } from '../conversations/conversations.ts';
import { announceDeletion } from '../conversations/lifecycle.ts';
import { lockConversation } from '../conversations/recording/pending-words.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { ConversationId } from './conversation-edits.ts';

const Cascade = {
  cascade: z
    .boolean()
    .default(false)
    .describe(
      'Also deletes the memories and action items of the conversation, and the voice data from ' +
        'it.',
    ),
};

export const deleteConversation = defineOperation({
  name: 'deleteConversation',
  summary: 'Delete a conversation for good',
  description:
    'Deletes the transcript and the photos of the conversation too. Memories and action ' +
    'items stay unless you set `cascade`.',
  scope: 'conversations:write',
  effect: 'destroy',
  input: z.object({ ...ConversationId, ...Cascade }),
  output: Success,
  run: async (context, { conversation_id, cascade }) => {
    await removeConversation(context, conversation_id, cascade ? 'deleted' : 'nobody');
    return { success: true as const };
  },
});

/**
 * Records the client session. A client that resends the conversation then learns that it was
 * deleted.
 */
async function removeConversation(
  context: Context,
  id: string,
  target: 'nobody' | 'deleted',
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    // Locks the conversation first, as merging and processing do, to prevent deadlocks.
    if (UUID.test(id)) await lockConversation(tx, userOf(context), id);
    const row = await findConversation(inside, id);
    await releaseItemsOfConversation(inside, id, target);
    await releaseMemoriesOfConversation(inside, id, target);
    if (target === 'deleted') {
      await deleteVoicesOf(tx, { user_id: userOf(context), conversation_id: id });
    }
    await deleteConversations(tx, userOf(context), [id], context.clock.now());
    await announceDeletion(inside, row);
  });
}
