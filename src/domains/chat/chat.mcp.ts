import type { Answerer } from '../../engines/answering/answerer.ts';
import { tool } from '../../kit/tool.ts';
import type { Tool } from '../../kit/tool.ts';
import { AnsweredBriefly, askOperation } from './ask.ts';
import { assistantListMessages } from './messages.ts';

export const chatTools = (answerer: Answerer): Tool[] => [
  tool(askOperation(answerer), {
    name: 'ask',
    title: 'Ask about everything',
    description:
      'Answers a question from all records, and lists the sources. Use it for a quick answer; ' +
      'search to judge the records yourself.',
    shape: AnsweredBriefly,
  }),
  tool(assistantListMessages, {
    name: 'get_chat_messages',
    title: 'Read the chat',
    description:
      'Lists what the user asked here and the answers, newest first. Use it to see them.',
  }),
];
