import { route } from '../../kit/route.ts';
import {
  createMemories,
  createMemory,
  deleteMemory,
  getMemory,
  listMemories,
  updateMemory,
} from './memories.ts';

const path = '/v1/dev/user/memories';
const credential = 'developer_key';

export const memoryRoutes = [
  route(listMemories, { method: 'GET', path, credential, answer: 'page' }),
  route(createMemory, { method: 'POST', path, credential }),
  route(createMemories, { method: 'POST', path: `${path}/batch`, credential }),
  route(getMemory, { method: 'GET', path: `${path}/{memory_id}`, credential }),
  route(updateMemory, { method: 'PATCH', path: `${path}/{memory_id}`, credential }),
  route(deleteMemory, { method: 'DELETE', path: `${path}/{memory_id}`, credential }),
];
