import { route } from '../../../kit/route.ts';
import { developerKeys, deviceKeys, getOwnKey, mcpKeys } from './keys.ts';

const managed = [
  { path: '/v1/dev/keys', operations: developerKeys },
  { path: '/v1/mcp/keys', operations: mcpKeys },
  { path: '/v1/device/keys', operations: deviceKeys },
];

export const keyRoutes = [
  ...managed.flatMap(({ path, operations }) => [
    route(operations.list, { method: 'GET', path, credential: 'session' }),
    route(operations.create, { method: 'POST', path, credential: 'session' }),
    route(operations.get, { method: 'GET', path: `${path}/{key_id}`, credential: 'session' }),
    route(operations.revoke, {
      method: 'DELETE',
      path: `${path}/{key_id}`,
      credential: 'session',
      status: 204,
    }),
  ]),
  route(getOwnKey, { method: 'GET', path: '/v1/dev/key', credential: 'developer_key' }),
];
