import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import {
  deletePasskeyOperation,
  listPasskeys,
  passkeyOperations,
  renamePasskey,
} from './passkeys.ts';
import type { PasskeyParts } from './passkeys.ts';
import { passkeySignInOptions } from './passkey-sign-in.ts';

export function passkeyRoutes(parts: PasskeyParts): Route[] {
  const { startRegistration, add } = passkeyOperations(parts);
  const path = '/v1/users/me/passkeys';
  const one = `${path}/{passkey_id}`;
  const credential = 'session';
  return [
    // The route that signs in is in transports/http/sign-in.ts, because it also sets a cookie.
    route(passkeySignInOptions(parts), {
      method: 'POST',
      path: '/v1/auth/passkey/options',
      credential: 'none',
    }),
    route(listPasskeys, { method: 'GET', path, credential }),
    route(startRegistration, { method: 'POST', path: `${path}/options`, credential }),
    route(add, { method: 'POST', path, credential }),
    route(renamePasskey, { method: 'PATCH', path: one, credential }),
    route(deletePasskeyOperation(parts), { method: 'DELETE', path: one, credential, status: 204 }),
  ];
}
