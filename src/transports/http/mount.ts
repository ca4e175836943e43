import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import type { Parts } from '../../kit/context.ts';
import { sourceOf } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { authenticate } from './authenticate.ts';
import type { Authenticator } from './authenticate.ts';
import { readQuery } from './query.ts';

export interface Door {
  parts: Parts;
  authenticator: Authenticator;
}

/** Turns route data into a mounted route: credential, input from its places, operation, answer. */
export function mount(app: FastifyInstance, door: Door, route: Route): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const answer = await answerRoute(door, route, request);
      return route.status === 204 ? reply.code(204).send() : reply.send(answer);
    },
  });
}

/** What a route answers to a request: who is asking, what, and the operation's own answer. */
export async function answerRoute(
  { parts, authenticator }: Door,
  route: Route,
  request: FastifyRequest,
): Promise<unknown> {
  const actor = await authenticate(authenticator, request, route.credential);
  const input = inputOf(route, request);
  try {
    return await route.operation({ ...parts, actor, ip: request.ip }, input);
  } catch (error) {
    throw error instanceof Invalid ? withSources(error, route) : error;
  }
}

/** One flat input out of path, query string and body; each field comes from its one place. */
function inputOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = route.operation.input.shape;
  const fields = Object.keys(shape);
  const from = (source: 'path' | 'query') =>
    fields.filter((field) => sourceOf(route, field) === source);
  const params = request.params as Record<string, string>;
  return {
    ...bodyOf(route, request),
    ...readQuery(from('query'), shape, request.query as Record<string, string | string[]>),
    ...Object.fromEntries(from('path').map((field) => [field, params[field]])),
  };
}

function bodyOf(route: Route, request: FastifyRequest): object {
  if (route.method === 'GET' || route.method === 'DELETE') return {};
  const body = request.body ?? {};
  if (typeof body === 'object' && !Array.isArray(body)) {
    for (const field of Object.keys(body)) refuseMisplaced(route, field);
    return body;
  }
  throw new Invalid('The body must be a JSON object.', [
    { loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' },
  ]);
}

function refuseMisplaced(route: Route, field: string): void {
  if (sourceOf(route, field) === 'body') return;
  throw new Invalid(`${field} does not belong into the body.`, [
    { loc: ['body', field], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
  ]);
}

/** Problems name the place as clients know it: `["body", "content"]`. */
function withSources(error: Invalid, route: Route): Invalid {
  const problems = error.problems?.map((problem) => {
    const [field] = problem.loc;
    const source = field === undefined ? 'body' : sourceOf(route, String(field));
    return { ...problem, loc: [source, ...problem.loc] };
  });
  return new Invalid(error.message, problems);
}
