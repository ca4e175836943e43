import { route } from '../../kit/route.ts';
import {
  createActionItem,
  createActionItems,
  deleteActionItem,
  getActionItem,
  listActionItems,
  updateActionItem,
} from './action-items.ts';
import { searchActionItems } from './search.ts';

const path = '/v1/dev/user/action-items';
const one = `${path}/{action_item_id}`;
const credential = 'developer_key';

export const actionItemRoutes = [
  route(listActionItems, { method: 'GET', path, credential, answer: 'page' }),
  route(createActionItem, { method: 'POST', path, credential }),
  route(createActionItems, { method: 'POST', path: `${path}/batch`, credential }),
  route(searchActionItems, { method: 'POST', path: `${path}/search`, credential }),
  route(getActionItem, { method: 'GET', path: one, credential }),
  route(updateActionItem, { method: 'PATCH', path: one, credential }),
  route(deleteActionItem, { method: 'DELETE', path: one, credential }),
];
