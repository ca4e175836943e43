import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { searchConversations, searchOwnConversations } from './conversation-search.ts';
import { getConversation, listConversations } from './conversations.ts';
import {
  countOwnConversations,
  getOwnConversation,
  getTranscripts,
  listOwnConversations,
} from './own-conversations.ts';
import { exportTranscript, getSharedConversation } from './transcript-export.ts';
import { listUtterances } from './utterances.ts';

/** The path for programs with a developer key. */
const programs = '/v1/dev/user/conversations';
const developer = { credential: 'developer_key' } as const;
/** The path for the signed-in user's own apps. */
const own = '/v1/conversations';
const session = { credential: 'session' } as const;

const id = '{conversation_id}';

export const conversationListRoutes: Route[] = [
  route(listConversations, { method: 'GET', path: programs, ...developer, answer: 'page' }),
  route(searchConversations, { method: 'POST', path: `${programs}/search`, ...developer }),
  route(getConversation, { method: 'GET', path: `${programs}/${id}`, ...developer }),
  route(exportTranscript, {
    method: 'GET',
    path: `${programs}/${id}/transcript`,
    ...developer,
    answer: 'file',
  }),
  route(listUtterances, { method: 'GET', path: `${programs}/${id}/utterances`, ...developer }),
  route(listOwnConversations, { method: 'GET', path: own, ...session, answer: 'page' }),
  route(countOwnConversations, { method: 'GET', path: `${own}/count`, ...session }),
  route(searchOwnConversations, { method: 'POST', path: `${own}/search`, ...session }),
  route(getOwnConversation, { method: 'GET', path: `${own}/${id}`, ...session }),
  route(getSharedConversation, {
    method: 'GET',
    path: `${own}/${id}/shared`,
    credential: 'none',
  }),
  route(getTranscripts, { method: 'GET', path: `${own}/${id}/transcripts`, ...session }),
  route(exportTranscript, {
    method: 'GET',
    path: `${own}/${id}/transcript`,
    ...session,
    answer: 'file',
  }),
];
