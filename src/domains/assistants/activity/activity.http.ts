import { route } from '../../../kit/route.ts';
import { listActivity, undoActivity } from './activity.ts';

const path = '/v1/mcp/activity';
const credential = 'session';

export const activityRoutes = [
  route(listActivity, { method: 'GET', path, credential, answer: 'page' }),
  route(undoActivity, { method: 'POST', path: `${path}/{activity_id}/undo`, credential }),
];
