import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import type { Identity } from '../../accounts/identity.ts';
import { eraseAccountOperation } from './erasure.ts';
import type { LiveWords } from '../../recordings/recording-end.ts';

export function erasureRoutes(identity: Identity, live: LiveWords): Route[] {
  return [
    route(eraseAccountOperation(identity, live), {
      // The password must not be in the address, which is logged, and a DELETE has no body.
      method: 'POST',
      path: '/v1/users/me/delete',
      credential: 'session',
    }),
  ];
}
