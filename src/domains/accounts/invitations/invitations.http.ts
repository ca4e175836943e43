import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import {
  createInvitationOperation,
  deleteInvitation,
  listInvitations,
  signUpOperation,
} from './invitations.ts';
import { startPasskeySignUpOperation } from './passkey-sign-up.ts';
import type { PasskeySignUpParts } from './passkey-sign-up.ts';

export type InvitationParts = PasskeySignUpParts;

export function invitationRoutes(parts: InvitationParts): Route[] {
  const { identity, signUp, site } = parts;
  const path = '/v1/users/invitations';
  const one = `${path}/{invitation_id}`;
  const credential = 'session';
  return [
    route(signUpOperation(identity, signUp), {
      method: 'POST',
      path: '/v1/auth/sign-up',
      credential: 'none',
    }),
    // The route that ends the sign-up is in transports/http/sign-in.ts, because it also sets a cookie.
    route(startPasskeySignUpOperation(parts), {
      method: 'POST',
      path: '/v1/auth/sign-up/passkey/options',
      credential: 'none',
    }),
    route(listInvitations, { method: 'GET', path, credential }),
    route(createInvitationOperation(signUp, site), { method: 'POST', path, credential }),
    route(deleteInvitation, { method: 'DELETE', path: one, credential, status: 204 }),
  ];
}
