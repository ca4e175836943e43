import { useChange } from '../service/change.ts';
import { write } from '../writing/writes.ts';
import { patchConversation } from './conversations.ts';

interface Tick {
  /** The place of the task in its conversation. */
  index: number;
  description: string;
  completed: boolean;
}

/** Ticks tasks of a conversation, wherever it is shown. */
export const useItemTick = (id: string) =>
  useChange({
    show: ({ index, completed }: Tick) =>
      patchConversation([id], (each) => ({
        ...each,
        structured: {
          ...each.structured,
          action_items: each.structured.action_items.map((item, at) =>
            at === index ? { ...item, completed } : item,
          ),
        },
      })),
    send: ({ index, description, completed }) =>
      write(
        'completeConversationItems',
        { conversation_id: id, items_idx: [index], values: [completed] },
        { item: description },
      ),
  });
