import { route } from '../../../kit/route.ts';
import { listSecurityEvents } from './security-log.ts';

export const securityRoutes = [
  route(listSecurityEvents, {
    method: 'GET',
    path: '/v1/users/me/security-log',
    credential: 'session',
    answer: 'page',
  }),
];
