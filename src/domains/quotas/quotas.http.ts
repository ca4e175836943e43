import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { getQuotasOperation } from './quotas.ts';
import type { Quotas } from './quotas.ts';

export function quotaRoutes(quotas: Quotas): Route[] {
  return [
    route(getQuotasOperation(quotas), {
      method: 'GET',
      path: '/v1/users/me/quotas',
      credential: 'session',
    }),
  ];
}
