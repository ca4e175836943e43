import { route } from '../../kit/route.ts';
import { getMe } from './accounts.ts';

// Signing in and out also set and clear a cookie: transports/http/sign-in.ts.
export const accountRoutes = [
  route(getMe, { method: 'GET', path: '/v1/auth/me', credential: 'session' }),
];
