import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from './authenticate.ts';
import type { Authenticator } from './authenticate.ts';
import { entityTag, names } from './entity-tag.ts';
import { inputOf, withSources } from './input.ts';
import { Invalid } from '../../core/errors.ts';
import type { Actor, Context, Parts } from '../../kit/context.ts';
import type { Route } from '../../kit/route.ts';

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
      const actor = await authenticate(door.authenticator, request, route.credential);
      const answer = await perform(door, route, { request, actor });
      return send(request, reply, route, answer);
    },
  });
}

/** What a route answers to a request: who is asking, what, and the operation's own answer. */
export async function answerRoute(
  door: Door,
  route: Route,
  request: FastifyRequest,
): Promise<unknown> {
  const actor = await authenticate(door.authenticator, request, route.credential);
  return perform(door, route, { request, actor });
}

async function perform(
  { parts }: Door,
  route: Route,
  { request, actor }: { request: FastifyRequest; actor: Actor },
): Promise<unknown> {
  const context: Context = { ...parts, actor, ip: request.ip };
  try {
    return await route.operation(context, inputOf(route, request));
  } catch (error) {
    throw error instanceof Invalid ? withSources(error, route) : error;
  }
}

interface Page {
  items: unknown[];
  next_cursor: string | null;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  answer: unknown,
): FastifyReply {
  if (route.status === 204) return reply.code(204).send();
  if (route.list) pointOnwards(request, reply, answer as Page);
  const json = JSON.stringify(route.list ? (answer as Page).items : answer);
  reply.type('application/json; charset=utf-8');
  if (route.method !== 'GET') return reply.send(json);
  const tag = entityTag(json);
  reply.header('ETag', tag);
  return names(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(json);
}

/** Where the list goes on, in two headers: the bare cursor, and the whole address. */
function pointOnwards(request: FastifyRequest, reply: FastifyReply, { next_cursor }: Page): void {
  if (next_cursor === null) return;
  const next = new URL(request.url, 'http://here');
  next.searchParams.delete('offset');
  next.searchParams.set('cursor', next_cursor);
  reply.header('X-Next-Cursor', next_cursor);
  reply.header('Link', `<${next.pathname}${next.search}>; rel="next"`);
}
