import type { Answerer } from '../../engines/answering/answerer.ts';
import { tool } from '../../kit/tool.ts';
import type { Tool } from '../../kit/tool.ts';
import { askOperation } from './ask.ts';
import { assistantListMessages } from './messages.ts';

export const chatTools = (answerer: Answerer): Tool[] => [
  tool(askOperation(answerer), {
    name: 'ask',
    title: 'Ask about everything',
    description:
      'Answers a question from conversations, memories, tasks and events, with its sources. ' +
      'Use it for a quick answer; use the searches to read and judge for yourself.',
  }),
  tool(assistantListMessages, {
    name: 'get_chat_messages',
    title: 'Read the chat',
    description:
      'Gives what the user asked this service and what it answered, newest first. Use it to ' +
      'know what they were after before, and how they like to be answered.',
  }),
];
