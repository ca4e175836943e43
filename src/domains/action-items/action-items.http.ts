import { route } from '../../kit/route.ts';
import {
  assistantCreateActionItem,
  assistantListActionItems,
  assistantSearchActionItems,
  assistantUpdateActionItem,
  assistantCompleteActionItem,
} from './assistants.ts';
import { importActionItems } from './action-item-creation.ts';
import {
  createActionItem,
  createActionItems,
  deleteActionItem,
  getActionItem,
  listActionItems,
  updateActionItem,
} from './action-items.ts';
import { readDueTime } from './due-in-words.ts';
import { searchActionItems } from './search.ts';

const path = '/v1/dev/user/action-items';
const one = `${path}/{action_item_id}`;
const credential = 'developer_key';

const assistant = 'assistant';
const assistants = '/v1/mcp/action-items';
const oneOfAssistants = `${assistants}/{action_item_id}`;
const list = {
  method: 'GET',
  credential: assistant,
  answer: 'page',
  list: 'action_items',
} as const;

export const actionItemRoutes = [
  route(listActionItems, { method: 'GET', path, credential, answer: 'page' }),
  route(createActionItem, { method: 'POST', path, credential }),
  route(createActionItems, { method: 'POST', path: `${path}/batch`, credential }),
  route(importActionItems, { method: 'POST', path: `${path}/import`, credential }),
  route(readDueTime, { method: 'POST', path: `${path}/due-time`, credential }),
  route(searchActionItems, { method: 'POST', path: `${path}/search`, credential }),
  route(getActionItem, { method: 'GET', path: one, credential }),
  route(updateActionItem, { method: 'PATCH', path: one, credential }),
  route(deleteActionItem, { method: 'DELETE', path: one, credential }),

  route(assistantListActionItems, { ...list, path: assistants }),
  route(assistantSearchActionItems, { ...list, path: `${assistants}/search` }),
  route(assistantCreateActionItem, { method: 'POST', path: assistants, credential: assistant }),
  route(getActionItem, { method: 'GET', path: oneOfAssistants, credential: assistant }),
  route(assistantUpdateActionItem, {
    method: 'PATCH',
    path: oneOfAssistants,
    credential: assistant,
  }),
  route(assistantCompleteActionItem, {
    method: 'POST',
    path: `${oneOfAssistants}/complete`,
    credential: assistant,
    query: ['completed'],
  }),
  route(deleteActionItem, { method: 'DELETE', path: oneOfAssistants, credential: assistant }),
];
