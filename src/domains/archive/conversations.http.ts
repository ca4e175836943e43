import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { deleteConversation, updateConversation } from '../corrections/conversation-edits.ts';
import { getConversation, listConversations, retryConversation } from './conversations.ts';
import {
  createConversation,
  createConversationFromSegments,
} from '../imports/conversation-creation.ts';
import { exportTranscript } from './transcript-export.ts';
import { moveConversationToFolder } from '../folders/conversation-folders.ts';
import { searchConversations } from './conversation-search.ts';
import { getSummaries } from '../understanding/summaries.ts';
import type { SummariseOperation } from '../understanding/summaries.ts';

const path = '/v1/dev/user/conversations';
const one = `${path}/{conversation_id}`;
const credential = 'developer_key';

/** What programs ask for. */
export const conversationRoutes = (summarise: SummariseOperation): Route[] => [
  route(listConversations, { method: 'GET', path, credential, answer: 'page' }),
  route(createConversation, { method: 'POST', path, credential }),
  route(createConversationFromSegments, {
    method: 'POST',
    path: `${path}/from-segments`,
    credential,
  }),
  route(searchConversations, { method: 'POST', path: `${path}/search`, credential }),
  route(getConversation, { method: 'GET', path: one, credential }),
  route(updateConversation, { method: 'PATCH', path: one, credential }),
  route(moveConversationToFolder, { method: 'PATCH', path: `${one}/folder`, credential }),
  route(deleteConversation, { method: 'DELETE', path: one, credential }),
  route(retryConversation, { method: 'POST', path: `${one}/retry`, credential }),
  route(getSummaries, { method: 'GET', path: `${one}/summaries`, credential }),
  route(summarise, { method: 'POST', path: `${one}/summaries`, credential }),
  route(exportTranscript, { method: 'GET', path: `${one}/transcript`, credential, answer: 'file' }),
];
