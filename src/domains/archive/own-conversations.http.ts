import { hasRecording } from '../recordings/audio.ts';
import { getPhotos } from '../recordings/photos.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import {
  deleteOwnConversation,
  markEvents,
  renameConversation,
  rewriteSegment,
  rewriteSummary,
  shareConversation,
  starConversation,
} from '../corrections/conversation-edits.ts';
import {
  completeConversationItems,
  deleteConversationItem,
  rewriteConversationItem,
} from '../corrections/conversation-items.ts';
import {
  moveConversationToFolder,
  moveConversationsToFolder,
  listFolderConversations,
} from '../folders/conversation-folders.ts';
import { finishRecordingOperation } from './conversations.ts';
import type { LiveWords } from './conversations.ts';
import { createConversationFromSegments } from '../imports/conversation-creation.ts';
import { exportTranscript, getSharedConversation } from './transcript-export.ts';
import { mergeConversations, reprocessConversation } from '../corrections/conversation-merge.ts';
import {
  countOwnConversations,
  getOwnConversation,
  getTranscripts,
  listOwnConversations,
} from './own-conversations.ts';
import { searchOwnConversations } from './conversation-search.ts';
import { mergeSegments, splitSegment } from '../corrections/segment-edits.ts';
import { mergeSpeakers, splitSpeaker } from '../corrections/speaker-edits.ts';
import { getSummaries } from '../understanding/summaries.ts';
import type { SummariseOperation } from '../understanding/summaries.ts';
import {
  assignSegment,
  assignSegments,
  assignSpeaker,
} from '../corrections/speaker-assignments.ts';

const path = '/v1/conversations';
const one = `${path}/{conversation_id}`;
const folder = '/v1/folders/{folder_id}/conversations';
const credential = 'session';
const assigning = ['assign_type', 'value'];

/** What the signed-in user's own apps ask for. */
export function ownConversationRoutes(live: LiveWords, summarise: SummariseOperation): Route[] {
  return [
    route(listOwnConversations, { method: 'GET', path, credential, answer: 'page' }),
    route(countOwnConversations, { method: 'GET', path: `${path}/count`, credential }),
    route(finishRecordingOperation(live), { method: 'POST', path, credential }),
    route(createConversationFromSegments, {
      method: 'POST',
      path: `${path}/from-segments`,
      credential,
    }),
    route(mergeConversations, { method: 'POST', path: `${path}/merge`, credential }),
    route(searchOwnConversations, { method: 'POST', path: `${path}/search`, credential }),
    route(getOwnConversation, { method: 'GET', path: one, credential }),
    route(deleteOwnConversation, { method: 'DELETE', path: one, credential }),
    route(getSharedConversation, { method: 'GET', path: `${one}/shared`, credential: 'none' }),
    route(getPhotos, { method: 'GET', path: `${one}/photos`, credential }),
    route(hasRecording, { method: 'GET', path: `${one}/recording`, credential }),
    route(getTranscripts, { method: 'GET', path: `${one}/transcripts`, credential }),
    route(exportTranscript, {
      method: 'GET',
      path: `${one}/transcript`,
      credential,
      answer: 'file',
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
    route(moveConversationToFolder, { method: 'PATCH', path: `${one}/folder`, credential }),
    route(listFolderConversations, { method: 'GET', path: folder, credential, answer: 'page' }),
    route(moveConversationsToFolder, { method: 'POST', path: `${folder}/bulk-move`, credential }),
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
    route(getSummaries, { method: 'GET', path: `${one}/summaries`, credential }),
    route(summarise, {
      method: 'POST',
      path: `${one}/summaries`,
      credential,
    }),
    route(reprocessConversation, {
      method: 'POST',
      path: `${one}/reprocess`,
      credential,
      query: ['language_code', 'app_id'],
    }),
  ];
}
