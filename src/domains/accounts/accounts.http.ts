import { route } from '../../kit/route.ts';
import { getMe } from './accounts.ts';

// The routes for signing in and out are in transports/http/sign-in.ts, because they also set a
// cookie.
export const accountRoutes = [
  route(getMe, { method: 'GET', path: '/v1/auth/me', credential: 'session' }),
];
