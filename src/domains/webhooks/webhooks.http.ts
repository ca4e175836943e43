import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { endpointRoutes } from './endpoints/endpoints.http.ts';
import {
  deleteSigningSecret,
  getDelivery,
  getSigningSecret,
  getWebhook,
  getWebhookStatus,
  listDeliveries,
  webhookOperations,
} from './webhooks.ts';
import type { WebhookParts } from './webhooks.ts';

const base = '/v1/users/developer';
const one = `${base}/webhook/{type}`;
const secret = `${base}/webhook-signing-secret`;
const history = `${base}/webhooks/deliveries`;
const credential = 'session';

export function webhookRoutes(parts: WebhookParts): Route[] {
  const { set, enable, disable, test, replay, makeSecret } = webhookOperations(parts);
  return [
    ...endpointRoutes(parts.endpoints),
    route(getWebhookStatus, { method: 'GET', path: `${base}/webhooks/status`, credential }),
    route(listDeliveries, { method: 'GET', path: history, credential, answer: 'page' }),
    route(getDelivery, { method: 'GET', path: `${history}/{delivery_id}`, credential }),
    route(replay, { method: 'POST', path: `${history}/{delivery_id}/replay`, credential }),
    route(getWebhook, { method: 'GET', path: one, credential }),
    route(set, { method: 'POST', path: one, credential }),
    route(enable, { method: 'POST', path: `${one}/enable`, credential }),
    route(disable, { method: 'POST', path: `${one}/disable`, credential }),
    route(test, { method: 'POST', path: `${one}/test`, credential }),
    route(getSigningSecret, { method: 'GET', path: secret, credential }),
    route(makeSecret, { method: 'POST', path: secret, credential }),
    route(deleteSigningSecret, { method: 'DELETE', path: secret, credential }),
  ];
}
