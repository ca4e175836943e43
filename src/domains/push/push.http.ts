import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { PushParts } from './push-service.ts';
import { pushOperations } from './subscriptions.ts';

export function pushRoutes(parts: PushParts): Route[] {
  const { list, save, remove, test } = pushOperations(parts);
  const path = '/v1/users/me/push-subscriptions';
  const one = `${path}/{subscription_id}`;
  const credential = 'session';
  return [
    route(list, { method: 'GET', path, credential }),
    route(save, { method: 'PUT', path, credential }),
    route(remove, { method: 'DELETE', path: one, credential, status: 204 }),
    route(test, { method: 'POST', path: `${one}/test`, credential }),
  ];
}
