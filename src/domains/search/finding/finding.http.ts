import { route } from '../../../kit/route.ts';
import { explain } from './explaining.ts';
import { searchEverything } from './finding.ts';

export const findingRoutes = [
  route(searchEverything, {
    method: 'POST',
    path: '/v1/dev/user/search',
    credential: 'developer_key',
  }),
  route(explain, {
    method: 'GET',
    path: '/v1/dev/user/explanations/{id}',
    credential: 'developer_key',
  }),
];
