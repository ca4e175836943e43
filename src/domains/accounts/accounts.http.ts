import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { getMe } from './accounts.ts';
import type { Identity } from './identity.ts';
import { accountOperations } from './own-account.ts';

const path = '/v1/users/me';
const credential = 'session';

export function accountRoutes(identity: Identity): Route[] {
  const operations = accountOperations(identity);
  const { update, changePassword, listSessions, endSession, endOtherSessions } = operations;
  const sessions = `${path}/sessions`;
  return [
    // The routes for signing in and out are in transports/http/sign-in.ts, because they also set a
    // cookie.
    route(getMe, { method: 'GET', path: '/v1/auth/me', credential }),
    route(getMe, { method: 'GET', path, credential, name: 'getOwnAccount' }),
    route(update, { method: 'PATCH', path, credential }),
    route(changePassword, { method: 'POST', path: `${path}/password`, credential }),
    route(listSessions, { method: 'GET', path: sessions, credential }),
    route(endSession, { method: 'DELETE', path: `${sessions}/{session_id}`, credential }),
    route(endOtherSessions, { method: 'DELETE', path: sessions, credential }),
  ];
}
