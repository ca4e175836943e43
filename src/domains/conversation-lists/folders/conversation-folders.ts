import { z } from 'zod';
import { Invalid, NotFound } from '../../../core/errors.ts';
import { UUID } from '../../../core/wire.ts';
import { StatusOk } from '../../../kit/acknowledgement.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isDangling } from '../../../storage/violations.ts';
import { findFolder, folderNotFound } from './folders.ts';
import { changeConversation } from '../../conversations/conversation-changes.ts';
import { moveToFolder } from '../../conversations/filing.ts';
import { OwnList, OwnPage, pageOfOwnConversations } from '../own-conversations.ts';

/** The maximum number of conversations in one request. */

const MAX_AT_ONCE = 100;
export const listFolderConversations = defineOperation({
  name: 'listFolderConversations',
  summary: 'List the complete conversations of a folder, newest first',
  description: 'Takes the same filters as the list of all conversations.',
  scope: 'conversations:read',
  effect: 'read',
  input: OwnList.extend({ folder_id: z.string() }),
  output: OwnPage,
  run: async (context, input) => {
    await findFolder(context, input.folder_id);
    return pageOfOwnConversations(context, input);
  },
});

export const moveConversationToFolder = defineOperation({
  name: 'moveConversationToFolder',
  summary: 'Move a conversation into a folder, or remove it from its folder',
  description: 'A conversation is in one folder or in none.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.strictObject({
    conversation_id: z.string(),
    folder_id: z
      .string()
      .nullable()
      .describe('null removes the conversation from its folder.')
      .meta({ examples: ['0198c1a2-7b3c-7d4e-8f50-112233445566'] }),
  }),
  output: StatusOk,
  run: async (context, { conversation_id, folder_id }) => {
    if (folder_id !== null && !UUID.test(folder_id)) folderNotFound();
    await changeConversation(context, conversation_id, { folder_id }).catch(asUnknownFolder);
    return { status: 'ok' as const };
  },
});

export const moveConversationsToFolder = defineOperation({
  name: 'moveConversationsToFolder',
  summary: 'Move many conversations into a folder, all or nothing',
  description: 'If an id is unknown, nothing is moved. The error names its position in the list.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.strictObject({
    folder_id: z.string(),
    conversation_ids: z
      .array(z.string())
      .min(1)
      .max(MAX_AT_ONCE)
      .describe('The ids of the conversations.'),
  }),
  output: StatusOk.extend({
    moved_count: z.int().describe('The number of different ids in the request.'),
  }),
  run: (context, { folder_id, conversation_ids }) =>
    transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      await findFolder(inside, folder_id);
      const moved = await moveAll(inside, folder_id, conversation_ids);
      return { status: 'ok' as const, moved_count: moved.length };
    }),
});

async function moveAll(
  context: Context,
  folder_id: string,
  given: readonly string[],
): Promise<string[]> {
  const ids = given.filter((id) => UUID.test(id));
  const place = { folder_id, now: context.clock.now() };
  const moved = await moveToFolder(context.db, userOf(context), ids, place).catch(asUnknownFolder);
  const problems = given.flatMap((id, index) =>
    moved.includes(id.toLowerCase())
      ? []
      : [
          {
            loc: ['conversation_ids', index],
            msg: 'Conversation not found',
            type: 'value_error',
          },
        ],
  );
  if (problems.length > 0) throw new Invalid('Some conversations do not exist.', problems);
  return moved;
}

/** The folder may belong to another user, or may have just been deleted. */
function asUnknownFolder(error: unknown): never {
  throw isDangling(error) ? new NotFound('Folder not found') : error;
}
