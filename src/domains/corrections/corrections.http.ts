import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { deleteConversation } from './conversation-deletion.ts';
import {
  DONE,
  markEvents,
  renameConversation,
  rewriteSummary,
  shareConversation,
  starConversation,
  updateConversation,
} from './conversation-edits.ts';
import { StatusCapitalOk } from '../../kit/acknowledgement.ts';
import {
  completeConversationItems,
  deleteConversationItem,
  rewriteConversationItem,
} from './conversation-items.ts';
import { mergeConversations } from './conversation-merge.ts';
import { mergeSegments, rewriteSegment, splitSegment } from './segment-edits.ts';
import { replaceWords } from './word-replacement.ts';
import { countWordPlaces, replaceEverywhere } from './word-places.ts';
import { assignSegment, assignSegments, assignSpeaker } from './speaker-assignments.ts';
import { mergeSpeakers, splitSpeaker } from './speaker-edits.ts';

const path = '/v1/conversations';
const one = `${path}/{conversation_id}`;
const credential = 'session';
const assigning = ['assign_type', 'value'];

const programs = '/v1/dev/user/conversations/{conversation_id}';

export const correctionRoutes: Route[] = [
  route(updateConversation, { method: 'PATCH', path: programs, credential: 'developer_key' }),
  route(deleteConversation, { method: 'DELETE', path: programs, credential: 'developer_key' }),
  route(mergeConversations, { method: 'POST', path: `${path}/merge`, credential }),
  route(deleteConversation, {
    method: 'DELETE',
    path: one,
    credential,
    name: 'deleteOwnConversation',
    answer: { output: StatusCapitalOk, map: () => DONE },
  }),
  route(renameConversation, {
    method: 'PATCH',
    path: `${one}/title`,
    credential,
    query: ['title'],
  }),
  route(starConversation, {
    method: 'PATCH',
    path: `${one}/starred`,
    credential,
    query: ['starred'],
  }),
  route(shareConversation, {
    method: 'PATCH',
    path: `${one}/visibility`,
    credential,
    query: ['value'],
  }),
  route(rewriteSummary, { method: 'PATCH', path: `${one}/summary`, credential }),
  route(rewriteSegment, { method: 'PATCH', path: `${one}/segments/text`, credential }),
  route(assignSegments, { method: 'PATCH', path: `${one}/segments/assign-bulk`, credential }),
  route(assignSegment, {
    method: 'PATCH',
    path: `${one}/segments/{segment_idx}/assign`,
    credential,
    query: assigning,
  }),
  route(assignSpeaker, {
    method: 'PATCH',
    path: `${one}/assign-speaker/{speaker_id}`,
    credential,
    query: assigning,
  }),
  route(mergeSegments, { method: 'POST', path: `${one}/segments/merge`, credential }),
  route(replaceWords, { method: 'POST', path: `${one}/segments/replace`, credential }),
  route(countWordPlaces, { method: 'GET', path: '/v1/words/places', credential }),
  route(replaceEverywhere, { method: 'POST', path: '/v1/words/replace', credential }),
  route(splitSegment, { method: 'POST', path: `${one}/segments/{segment_id}/split`, credential }),
  route(splitSpeaker, { method: 'POST', path: `${one}/speakers/split`, credential }),
  route(mergeSpeakers, {
    method: 'POST',
    path: `${one}/speakers/{speaker_id}/merge`,
    credential,
  }),
  route(markEvents, { method: 'PATCH', path: `${one}/events`, credential }),
  route(completeConversationItems, { method: 'PATCH', path: `${one}/action-items`, credential }),
  route(rewriteConversationItem, {
    method: 'PATCH',
    path: `${one}/action-items/{item_idx}`,
    credential,
  }),
  route(deleteConversationItem, { method: 'DELETE', path: `${one}/action-items`, credential }),
];
