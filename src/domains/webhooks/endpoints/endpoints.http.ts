import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import {
  cancelEndpointDelivery,
  deliveryOperations,
  listEndpointDeliveries,
} from './endpoint-deliveries.ts';
import { deleteEndpoint, endpointOperations, getEndpoint, listEndpoints } from './endpoints.ts';
import type { EndpointParts } from './endpoints.ts';

const path = '/v1/dev/user/webhooks';
const one = `${path}/{endpoint_id}`;
const history = `${one}/deliveries`;
const delivery = `${history}/{delivery_id}`;
const credential = 'developer_key';

export function endpointRoutes(parts: EndpointParts): Route[] {
  const { create, update, rotateSecret } = endpointOperations(parts);
  const { test, getDelivery, replay } = deliveryOperations(parts);
  return [
    route(listEndpoints, { method: 'GET', path, credential }),
    route(create, { method: 'POST', path, credential }),
    route(getEndpoint, { method: 'GET', path: one, credential }),
    route(update, { method: 'PATCH', path: one, credential }),
    route(deleteEndpoint, { method: 'DELETE', path: one, credential, status: 204 }),
    route(rotateSecret, { method: 'POST', path: `${one}/secret`, credential }),
    route(test, { method: 'POST', path: `${one}/test`, credential }),
    route(listEndpointDeliveries, { method: 'GET', path: history, credential, answer: 'page' }),
    route(getDelivery, { method: 'GET', path: delivery, credential }),
    route(replay, { method: 'POST', path: `${delivery}/replay`, credential }),
    route(cancelEndpointDelivery, { method: 'POST', path: `${delivery}/cancel`, credential }),
  ];
}
