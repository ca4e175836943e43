import type { FastifyRequest } from 'fastify';

/**
 * Returns the fields of a request for the log: its method and its route pattern. The address itself
 * is omitted, because it may contain a token, a code or a search text.
 */
export function loggedRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none' };
}
