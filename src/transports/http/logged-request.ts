import type { FastifyRequest } from 'fastify';

/**
 * The fields of a request in the log: its method and its route pattern. The address itself may
 * contain a token, a code or a search text.
 */
export function loggedRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none' };
}
