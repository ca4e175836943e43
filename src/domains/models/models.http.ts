import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { modelOperations } from './models.ts';
import type { ModelParts } from './models.ts';
import { providerOperations } from './providers.ts';

export function modelRoutes(parts: ModelParts): Route[] {
  const { list, pull, remove } = modelOperations(parts);
  const providers = providerOperations(parts.providers);
  const credential = 'session';
  return [
    route(list, { method: 'GET', path: '/v1/models', credential }),
    route(pull, { method: 'POST', path: '/v1/models/{id}/pull', credential }),
    route(providers.list, { method: 'GET', path: '/v1/providers', credential }),
    route(providers.test, { method: 'POST', path: '/v1/providers/{kind}/test', credential }),
    route(remove, { method: 'DELETE', path: '/v1/models/{id}', credential }),
  ];
}
