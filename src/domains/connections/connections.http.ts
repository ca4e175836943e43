import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import {
  createConnection,
  listConnections,
  listKinds,
  removeConnection,
  runConnection,
  updateConnection,
} from './connections.ts';
import type { ConnectionOperationParts } from './connections.ts';

const kinds = '/v1/dev/user/connection-kinds';
const path = '/v1/dev/user/connections';
const one = `${path}/{connection_id}`;
const credential = 'developer_key';

export function connectionRoutes(parts: ConnectionOperationParts): Route[] {
  return [
    route(listKinds(parts), { method: 'GET', path: kinds, credential }),
    route(listConnections(parts), { method: 'GET', path, credential }),
    route(createConnection(parts), { method: 'POST', path, credential }),
    route(updateConnection(parts), { method: 'PATCH', path: one, credential }),
    route(removeConnection, { method: 'DELETE', path: one, credential, status: 204 }),
    route(runConnection(parts), { method: 'POST', path: `${one}/run`, credential }),
  ];
}
