import { route } from '../../../kit/route.ts';
import {
  listFolderConversations,
  moveConversationToFolder,
  moveConversationsToFolder,
} from './conversation-folders.ts';
import {
  createFolder,
  deleteFolder,
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

const filed = `${ownOne}/conversations`;
const filing = '{conversation_id}/folder';

export const folderRoutes = [
  route(listFolders, { method: 'GET', path, credential }),
  route(createFolder, { method: 'POST', path, credential }),
  route(getFolder, { method: 'GET', path: one, credential }),
  route(updateFolder, { method: 'PATCH', path: one, credential }),
  route(moveConversationToFolder, {
    method: 'PATCH',
    path: `/v1/dev/user/conversations/${filing}`,
    credential,
  }),
  route(deleteFolder, { method: 'DELETE', path: one, credential }),

  route(listOwnFolders, { method: 'GET', path: own, credential: session }),
  route(createFolder, { method: 'POST', path: own, credential: session }),
  route(reorderFolders, { method: 'POST', path: `${own}/reorder`, credential: session }),
  route(getFolder, { method: 'GET', path: ownOne, credential: session }),
  route(updateFolder, { method: 'PATCH', path: ownOne, credential: session }),
  route(listFolderConversations, {
    method: 'GET',
    path: filed,
    credential: session,
    answer: 'page',
  }),
  route(moveConversationsToFolder, {
    method: 'POST',
    path: `${filed}/bulk-move`,
    credential: session,
  }),
  route(moveConversationToFolder, {
    method: 'PATCH',
    path: `/v1/conversations/${filing}`,
    credential: session,
  }),
  route(deleteFolder, {
    method: 'DELETE',
    path: ownOne,
    credential: session,
    name: 'deleteOwnFolder',
    status: 204,
  }),
];
