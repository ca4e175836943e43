import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { createConversation, createConversationFromSegments } from './conversation-creation.ts';
import { importConversations } from './conversation-import.ts';

const programs = '/v1/dev/user/conversations';

export const conversationCreationRoutes: Route[] = [
  route(createConversation, { method: 'POST', path: programs, credential: 'developer_key' }),
  route(createConversationFromSegments, {
    method: 'POST',
    path: `${programs}/from-segments`,
    credential: 'developer_key',
  }),
  route(importConversations, {
    method: 'POST',
    path: `${programs}/import`,
    credential: 'developer_key',
  }),
  // `POST /v1/conversations` with a session token ends the recording.
  route(createConversation, {
    method: 'POST',
    path: '/v1/conversations/from-text',
    credential: 'session',
  }),
  route(createConversationFromSegments, {
    method: 'POST',
    path: '/v1/conversations/from-segments',
    credential: 'session',
  }),
];
