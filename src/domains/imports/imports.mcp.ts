import { tool } from '../../kit/tool.ts';
import { assistantSaveConversation } from './assistants.ts';

export const importTools = [
  tool(assistantSaveConversation, {
    name: 'save_conversation',
    title: 'Save a talk or a note',
    description:
      'Saves a text as a conversation: a note, a message, or a talk with lines like "Ana: …". Use ' +
      'it when the user wants to keep this chat or a text. Title, tasks and memories are made of it.',
    isIdempotent: false,
  }),
];
