import type { Conversation } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { deleteRecords } from '../writing/deletions.ts';

type Titled = Pick<Conversation, 'id' | 'structured'>;

export function deleteConversations(conversations: readonly Titled[]): void {
  deleteRecords(
    'conversation',
    conversations.map(({ id, structured }) => ({ id, before: structured.title })),
    m.conversations_deleted({ count: conversations.length }),
  );
}
