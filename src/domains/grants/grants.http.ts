import { route } from '../../kit/route.ts';
import { listGrants, revokeGrant, updateGrant } from './grants.ts';

const path = '/v1/mcp/oauth/grants';
const credential = 'session';

export const grantRoutes = [
  route(listGrants, { method: 'GET', path, credential }),
  route(updateGrant, { method: 'PATCH', path: `${path}/{grant_id}`, credential }),
  route(revokeGrant, { method: 'DELETE', path: `${path}/{grant_id}`, credential, status: 204 }),
];
