import { tool } from '../../kit/tool.ts';
import { assistantSaveConversation } from './assistants.ts';

export const conversationCreationTools = [
  tool(assistantSaveConversation, {
    name: 'save_conversation',
    title: 'Save a talk or a note',
    description:
      'Saves a note, a message or a talk as a conversation, with title, tasks and memories. Use it ' +
      'when the user wants to keep this chat or a text.',
    isIdempotent: false,
  }),
];
