import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { askOperation } from './ask.ts';
import {
  assistantListMessages,
  clearMessages,
  listMessages,
  sendMessageOperation,
} from './messages.ts';

const chat = '/v2/messages';

export function chatRoutes(answerer: Answerer): Route[] {
  return [
    route(askOperation(answerer), {
      method: 'POST',
      path: '/v1/dev/user/ask',
      credential: 'developer_key',
    }),
    route(sendMessageOperation(answerer), {
      method: 'POST',
      path: chat,
      credential: 'session',
      answer: 'stream',
    }),
    route(listMessages, { method: 'GET', path: chat, credential: 'session' }),
    route(clearMessages, { method: 'DELETE', path: chat, credential: 'session' }),
    route(assistantListMessages, {
      method: 'GET',
      path: '/v1/mcp/chat',
      credential: 'assistant',
      answer: 'page',
      list: 'messages',
    }),
  ];
}
