import { route } from '../../kit/route.ts';
import { getCalendar, getStatistics } from './statistics.ts';

const path = '/v1/dev/user';
const credential = 'developer_key';

export const statisticsRoutes = [
  route(getCalendar, { method: 'GET', path: `${path}/calendar`, credential }),
  route(getStatistics, { method: 'GET', path: `${path}/statistics`, credential }),
];
