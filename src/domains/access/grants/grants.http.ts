import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { packDesktopBundleOperation } from './desktop/bundle.ts';
import { listGrants, revokeGrant, updateGrant } from './grants.ts';

const path = '/v1/mcp/oauth/grants';
const credential = 'session';

export function grantRoutes(site: () => string): Route[] {
  return [
    route(listGrants, { method: 'GET', path, credential }),
    route(updateGrant, { method: 'PATCH', path: `${path}/{grant_id}`, credential }),
    route(revokeGrant, { method: 'DELETE', path: `${path}/{grant_id}`, credential, status: 204 }),
    route(packDesktopBundleOperation(site), {
      method: 'POST',
      path: '/v1/mcp/desktop-bundle',
      credential,
      answer: 'download',
    }),
  ];
}
