import { route } from '../../kit/route.ts';
import {
  createFolder,
  deleteFolder,
  deleteOwnFolder,
  getFolder,
  listFolders,
  listOwnFolders,
  reorderFolders,
  updateFolder,
} from './folders.ts';

const path = '/v1/dev/user/folders';
const one = `${path}/{folder_id}`;
const credential = 'developer_key';

const session = 'session';
const own = '/v1/folders';
const ownOne = `${own}/{folder_id}`;

/** What is in them is asked of the conversations. */
export const folderRoutes = [
  route(listFolders, { method: 'GET', path, credential }),
  route(createFolder, { method: 'POST', path, credential }),
  route(getFolder, { method: 'GET', path: one, credential }),
  route(updateFolder, { method: 'PATCH', path: one, credential }),
  route(deleteFolder, { method: 'DELETE', path: one, credential }),

  route(listOwnFolders, { method: 'GET', path: own, credential: session }),
  route(createFolder, { method: 'POST', path: own, credential: session }),
  route(reorderFolders, { method: 'POST', path: `${own}/reorder`, credential: session }),
  route(getFolder, { method: 'GET', path: ownOne, credential: session }),
  route(updateFolder, { method: 'PATCH', path: ownOne, credential: session }),
  route(deleteOwnFolder, { method: 'DELETE', path: ownOne, credential: session, status: 204 }),
];
