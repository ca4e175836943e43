import { route } from '../../kit/route.ts';
import { assistantListDaySummaries } from './assistants.ts';
import { getDaySummary, listDaySummaries, refreshDaySummary } from './days.ts';

const path = '/v1/dev/user/daily-summaries';
const credential = 'developer_key';

const session = 'session';
const own = '/v1/users/daily-summaries';

const assistant = 'assistant';
const assistants = '/v1/mcp/daily-summaries';

export const dayRoutes = [
  route(listDaySummaries, { method: 'GET', path, credential }),
  route(getDaySummary, { method: 'GET', path: `${path}/{summary_id}`, credential }),

  route(listDaySummaries, { method: 'GET', path: own, credential: session }),
  route(getDaySummary, { method: 'GET', path: `${own}/{summary_id}`, credential: session }),
  route(refreshDaySummary, {
    method: 'POST',
    path: `${own}/{date}/refresh`,
    credential: session,
  }),

  route(assistantListDaySummaries, {
    method: 'GET',
    path: assistants,
    credential: assistant,
    answer: 'page',
    list: 'summaries',
  }),
  route(getDaySummary, {
    method: 'GET',
    path: `${assistants}/{summary_id}`,
    credential: assistant,
  }),
];
