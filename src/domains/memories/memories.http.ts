import { StatusOk } from '../../kit/acknowledgement.ts';
import { variantOf } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import {
  assistantEditMemory,
  assistantListMemories,
  assistantSearchMemories,
} from './assistants.ts';
import {
  changeMemoryVisibility,
  deleteAllMemories,
  deleteMemories,
  reviewMemory,
} from './memory-curation.ts';
import {
  createMemories,
  createMemory,
  deleteMemory,
  getMemory,
  getMemoryHistory,
  listMemories,
  updateMemory,
} from './memories.ts';
import { importMemories } from './creation/memory-import.ts';
import { inShapeOfReference, searchMemories } from './searching/search.ts';

const path = '/v1/dev/user/memories';
const credential = 'developer_key';

const session = 'session';
const own = '/v3/memories';

const assistant = 'assistant';
const assistants = '/v1/mcp/memories';
const oneOfAssistants = `${assistants}/{memory_id}`;
const list = { method: 'GET', credential: assistant, answer: 'page', list: 'memories' } as const;

export const memoryRoutes = [
  route(listMemories, { method: 'GET', path, credential, answer: 'page' }),
  route(createMemory, { method: 'POST', path, credential }),
  route(createMemories, { method: 'POST', path: `${path}/batch`, credential }),
  route(importMemories, { method: 'POST', path: `${path}/import`, credential }),
  route(searchMemories, { method: 'POST', path: `${path}/search`, credential }),
  route(variantOf(searchMemories, { input: searchMemories.input.omit({ categories: true }) }), {
    method: 'GET',
    path: `${path}/vector/search`,
    credential,
    name: 'searchMemoriesByMeaning',
    answer: inShapeOfReference,
  }),
  route(getMemory, { method: 'GET', path: `${path}/{memory_id}`, credential }),
  route(getMemoryHistory, { method: 'GET', path: `${path}/{memory_id}/history`, credential }),
  route(updateMemory, { method: 'PATCH', path: `${path}/{memory_id}`, credential }),
  route(deleteMemory, { method: 'DELETE', path: `${path}/{memory_id}`, credential }),
  route(deleteMemories, { method: 'POST', path: `${path}/batch-delete`, credential }),
  route(reviewMemory, { method: 'POST', path: `${path}/{memory_id}/review`, credential }),

  route(listMemories, { method: 'GET', path: own, credential: session, answer: 'page' }),
  route(createMemory, { method: 'POST', path: own, credential: session }),
  route(createMemories, { method: 'POST', path: `${own}/batch`, credential: session }),
  route(importMemories, { method: 'POST', path: `${own}/import`, credential: session }),
  route(searchMemories, { method: 'POST', path: `${own}/search`, credential: session }),
  route(deleteMemories, { method: 'POST', path: `${own}/batch-delete`, credential: session }),
  route(deleteAllMemories, { method: 'DELETE', path: own, credential: session }),
  route(getMemory, { method: 'GET', path: `${own}/{memory_id}`, credential: session }),
  route(getMemoryHistory, {
    method: 'GET',
    path: `${own}/{memory_id}/history`,
    credential: session,
  }),
  route(updateMemory, { method: 'PATCH', path: `${own}/{memory_id}`, credential: session }),
  route(deleteMemory, { method: 'DELETE', path: `${own}/{memory_id}`, credential: session }),
  route(changeMemoryVisibility, {
    method: 'PATCH',
    path: `${own}/{memory_id}/visibility`,
    credential: session,
    query: ['value'],
  }),
  route(reviewMemory, {
    method: 'POST',
    path: `${own}/{memory_id}/review`,
    credential: session,
    query: ['value'],
  }),

  route(assistantListMemories, { ...list, path: assistants }),
  route(assistantSearchMemories, { ...list, path: `${assistants}/search` }),
  route(createMemory, { method: 'POST', path: assistants, credential: assistant }),
  route(getMemory, { method: 'GET', path: oneOfAssistants, credential: assistant }),
  route(getMemoryHistory, {
    method: 'GET',
    path: `${oneOfAssistants}/history`,
    credential: assistant,
  }),
  route(assistantEditMemory, {
    method: 'PATCH',
    path: oneOfAssistants,
    credential: assistant,
    query: ['value'],
  }),
  // Older clients send a body, which is ignored.
  route(variantOf(deleteMemory, { input: deleteMemory.input.strip() }), {
    method: 'DELETE',
    path: oneOfAssistants,
    credential: assistant,
    name: 'assistantDeleteMemory',
    answer: { output: StatusOk, map: () => ({ status: 'ok' }) },
  }),
];
