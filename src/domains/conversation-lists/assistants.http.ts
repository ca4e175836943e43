import { route } from '../../kit/route.ts';
import {
  assistantListConversations,
  assistantSearchConversations,
  assistantGetConversation,
} from './assistants.ts';

const path = '/v1/mcp/conversations';
const list = {
  method: 'GET',
  credential: 'assistant',
  answer: 'page',
  list: 'conversations',
} as const;

/** The routes for assistants. */
export const assistantConversationRoutes = [
  route(assistantListConversations, { ...list, path }),
  route(assistantSearchConversations, { ...list, path: `${path}/search` }),
  route(assistantGetConversation, {
    method: 'GET',
    path: `${path}/{conversation_id}`,
    credential: 'assistant',
  }),
];
