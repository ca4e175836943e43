import * as m from '../paraglide/messages.js';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdDeletion } from '../shell/held-deletions.ts';

export function deleteConversations(ids: readonly string[]): void {
  holdDeletion(ids, {
    text: m.conversations_deleted({ count: ids.length }),
    run: async () => {
      for (const conversation_id of ids) await service.deleteOwnConversation({ conversation_id });
    },
    after: () => queryClient.invalidateQueries({ queryKey: ['conversations'] }),
  });
}
