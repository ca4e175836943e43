/**
 * The only access to the service. The session is an HttpOnly cookie, so the page has no token.
 * Requests go only to the origin of the page.
 */
import { createClient } from '../../../client/src/index.ts';
import { fetchInSession } from './session.ts';
import { BASE } from './base.ts';

export type { Page } from '../../../client/src/index.ts';
export { ApiError } from '../../../client/src/errors.ts';

export const service = createClient({ baseUrl: location.origin + BASE, fetch: fetchInSession });
