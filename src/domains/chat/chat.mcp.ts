import { tool } from '../../kit/tool.ts';
import { assistantListMessages } from './messages.ts';

export const chatTools = [
  tool(assistantListMessages, {
    name: 'get_chat_messages',
    title: 'Read the chat',
    description:
      'Gives what the user asked this service and what it answered, newest first. Use it to know what they were after before, and how they like to be answered.',
  }),
];
