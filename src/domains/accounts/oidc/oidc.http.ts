import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { describeOidcOperation, signInMethodsOperation, unlinkOidcOperation } from './oidc.ts';
import type { OidcParts } from './oidc.ts';

export function oidcRoutes(parts: Pick<OidcParts, 'oidc'>): Route[] {
  const credential = 'session';
  return [
    // The routes that start and end a sign-in are in transports/http/oidc/, because they also set
    // cookies.
    route(describeOidcOperation(parts), {
      method: 'GET',
      path: '/v1/auth/oidc',
      credential: 'none',
    }),
    route(signInMethodsOperation(parts), {
      method: 'GET',
      path: '/v1/users/me/sign-in-methods',
      credential,
    }),
    route(unlinkOidcOperation(parts), {
      method: 'DELETE',
      path: '/v1/users/me/oidc',
      credential,
      status: 204,
    }),
  ];
}
