import { route } from '../../kit/route.ts';
import { assistantListGoals } from './assistants.ts';
import {
  createGoal,
  deleteGoal,
  getGoal,
  getGoalHistory,
  listGoals,
  recordProgress,
  updateGoal,
} from './goals.ts';

const path = '/v1/dev/user/goals';
const one = `${path}/{goal_id}`;
const credential = 'developer_key';

export const goalRoutes = [
  route(listGoals, { method: 'GET', path, credential, answer: 'page' }),
  route(createGoal, { method: 'POST', path, credential }),
  route(getGoal, { method: 'GET', path: one, credential }),
  route(updateGoal, { method: 'PATCH', path: one, credential }),
  route(recordProgress, {
    method: 'PATCH',
    path: `${one}/progress`,
    credential,
    query: ['current_value'],
  }),
  route(getGoalHistory, { method: 'GET', path: `${one}/history`, credential }),
  route(deleteGoal, { method: 'DELETE', path: one, credential }),

  route(assistantListGoals, {
    method: 'GET',
    path: '/v1/mcp/goals',
    credential: 'assistant',
    answer: 'page',
    list: 'goals',
  }),
];
