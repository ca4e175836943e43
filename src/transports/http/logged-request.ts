import type { FastifyRequest } from 'fastify';

/**
 * The fields of a request in the log: its method and the pattern of its route. The address itself
 * may hold a token, a code, or a text that was searched for.
 */
export function loggedRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none' };
}
