/**
 * The only access to the service. The session is an HttpOnly cookie, so the page has no token.
 * Requests go only to the origin of the page.
 */
import { createClient } from '../../../client/src/index.ts';
import { waitForSession } from './session.ts';
import { BASE } from './base.ts';

export type { Page } from '../../../client/src/index.ts';
export { ApiError } from '../../../client/src/errors.ts';

/** The addresses for which 401 means a wrong password. */
const SIGNING = /\/v1\/auth\/sign/;

/** True while the page closes, and sends what could still be undone. */
let isClosing = false;
// Before the listeners that send it.
addEventListener('pagehide', () => (isClosing = true), { capture: true });
addEventListener('pageshow', () => (isClosing = false));

/** A request whose session has ended is sent again after the user has signed in. */
export const fetchInSession: typeof fetch = async (input, init) => {
  const keepalive = isClosing || init?.method === 'DELETE';
  const response = await fetch(input, { ...init, keepalive });
  if (response.status !== 401) return response;
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  if (SIGNING.test(pathname)) return response;
  return (await waitForSession(init?.signal)) ? fetchInSession(input, init) : response;
};

export const service = createClient({ baseUrl: location.origin + BASE, fetch: fetchInSession });
