import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { SignUp } from '../accounts/account.ts';
import type { Identity } from '../accounts/identity.ts';
import {
  createInvitationOperation,
  deleteInvitation,
  listInvitations,
  signUpOperation,
} from './invitations.ts';

export interface InvitationParts {
  identity: Identity;
  signUp: SignUp;
  /** The public address, without a trailing slash. */
  site(): string;
}

export function invitationRoutes({ identity, signUp, site }: InvitationParts): Route[] {
  const path = '/v1/users/invitations';
  const one = `${path}/{invitation_id}`;
  const credential = 'session';
  return [
    route(signUpOperation(identity, signUp), {
      method: 'POST',
      path: '/v1/auth/sign-up',
      credential: 'none',
    }),
    route(listInvitations, { method: 'GET', path, credential }),
    route(createInvitationOperation(signUp, site), { method: 'POST', path, credential }),
    route(deleteInvitation, { method: 'DELETE', path: one, credential, status: 204 }),
  ];
}
