import { route } from '../../kit/route.ts';
import { searchEverything } from './finding.ts';

export const findingRoutes = [
  route(searchEverything, {
    method: 'POST',
    path: '/v1/dev/user/search',
    credential: 'developer_key',
  }),
];
