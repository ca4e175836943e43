import { route } from '../../kit/route.ts';
import {
  changeMemoryVisibility,
  deleteAllMemories,
  deleteMemories,
  reviewMemory,
} from './curate.ts';
import {
  createMemories,
  createMemory,
  deleteMemory,
  getMemory,
  listMemories,
  updateMemory,
} from './memories.ts';
import { searchMemories, searchMemoriesByMeaning } from './search.ts';

const path = '/v1/dev/user/memories';
const credential = 'developer_key';

const session = 'session';
const own = '/v3/memories';

export const memoryRoutes = [
  route(listMemories, { method: 'GET', path, credential, answer: 'page' }),
  route(createMemory, { method: 'POST', path, credential }),
  route(createMemories, { method: 'POST', path: `${path}/batch`, credential }),
  route(searchMemories, { method: 'POST', path: `${path}/search`, credential }),
  route(searchMemoriesByMeaning, { method: 'GET', path: `${path}/vector/search`, credential }),
  route(getMemory, { method: 'GET', path: `${path}/{memory_id}`, credential }),
  route(updateMemory, { method: 'PATCH', path: `${path}/{memory_id}`, credential }),
  route(deleteMemory, { method: 'DELETE', path: `${path}/{memory_id}`, credential }),
  route(deleteMemories, { method: 'POST', path: `${path}/batch-delete`, credential }),
  route(reviewMemory, { method: 'POST', path: `${path}/{memory_id}/review`, credential }),

  route(listMemories, { method: 'GET', path: own, credential: session, answer: 'page' }),
  route(createMemory, { method: 'POST', path: own, credential: session }),
  route(createMemories, { method: 'POST', path: `${own}/batch`, credential: session }),
  route(searchMemories, { method: 'POST', path: `${own}/search`, credential: session }),
  route(deleteMemories, { method: 'POST', path: `${own}/batch-delete`, credential: session }),
  route(deleteAllMemories, { method: 'DELETE', path: own, credential: session }),
  route(getMemory, { method: 'GET', path: `${own}/{memory_id}`, credential: session }),
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
];
