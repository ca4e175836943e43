import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import {
  finishRecordingOperation,
  getConversation,
  listConversations,
  retryConversation,
} from './conversations.ts';
import type { LiveWords } from './conversations.ts';

const path = '/v1/dev/user/conversations';
const one = `${path}/{conversation_id}`;
const credential = 'developer_key';

export function conversationRoutes(live: LiveWords): Route[] {
  return [
    route(listConversations, { method: 'GET', path, credential, list: true }),
    route(getConversation, { method: 'GET', path: one, credential }),
    route(retryConversation, { method: 'POST', path: `${one}/retry`, credential }),
    route(finishRecordingOperation(live), {
      method: 'POST',
      path: '/v1/conversations',
      credential: 'session',
    }),
  ];
}
