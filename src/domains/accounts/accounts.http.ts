import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { SignUp } from './account.ts';
import { getMe } from './accounts.ts';
import type { Identity } from './identity.ts';
import {
  createInvitationOperation,
  deleteInvitation,
  listInvitations,
  signUpOperation,
} from './invitations.ts';
import { accountOperations } from './own-account.ts';

const path = '/v1/users/me';
const credential = 'session';

export interface AccountRouteParts {
  identity: Identity;
  signUp: SignUp;
  /** The public address, without a trailing slash. */
  site(): string;
}

export function accountRoutes({ identity, signUp, site }: AccountRouteParts): Route[] {
  const operations = accountOperations(identity);
  const { update, changePassword, listSessions, endSession, endOtherSessions } = operations;
  const sessions = `${path}/sessions`;
  const invitations = '/v1/users/invitations';
  const invite = createInvitationOperation(signUp, site);
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
    route(signUpOperation(identity, signUp), {
      method: 'POST',
      path: '/v1/auth/sign-up',
      credential: 'none',
    }),
    route(listInvitations, { method: 'GET', path: invitations, credential }),
    route(invite, { method: 'POST', path: invitations, credential }),
    route(deleteInvitation, {
      method: 'DELETE',
      path: `${invitations}/{invitation_id}`,
      credential,
    }),
  ];
}
