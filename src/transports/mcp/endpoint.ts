import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InsufficientScope, Unavailable } from '../../core/errors.ts';
import type { ResourceUpdates } from '../../domains/assistants/resource-updates.ts';
import { behindWall } from '../../kit/context.ts';
import type { Actor, Context } from '../../kit/context.ts';
import type { Tool } from '../../kit/tool.ts';
import { BODY_LIMIT_BYTES } from '../http/admission.ts';
import { authenticateAssistant } from '../http/authentication.ts';
import { challengeFor } from '../http/challenge.ts';
import { sendError, tellAllowance } from '../http/errors.ts';
import { refuseLeaked } from '../http/leaked-credential.ts';
import type { Door } from '../http/route-mounting.ts';
import { clientLeft, onLeave } from '../http/streams/answer-stream.ts';
import { openExchange } from './exchange.ts';
import type { ServerFor } from './exchange.ts';
import { foreignness } from './guard.ts';
import { endpointInfo } from './info.ts';
import { readMessage } from './message.ts';
import type { Call } from './message.ts';
import { OldStreams } from './old-streams.ts';
import { Subscriptions } from './subscriptions.ts';
import { missingScope } from './tool-call.ts';

/** The address in the specification, and two further addresses that clients expect. */
const MCP_PATH = '/v1/mcp/sse';
const PATHS = [MCP_PATH, '/v1/mcp', '/mcp'];

const ALLOW = 'POST, HEAD, DELETE, OPTIONS';
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, HEAD, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'Access-Control-Expose-Headers':
    'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'Access-Control-Max-Age': '86400',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, after authentication. */
    assistant: Actor | null;
  }
}

export interface McpEndpoint {
  serverFor: ServerFor;
  updates: ResourceUpdates;
  /** Milliseconds of silence after which a stream sends a comment. */
  keepAliveMs?: number;
  tools: readonly Tool[];
  /** The public address, without a trailing slash. */
  publicUrl: () => string;
  /**
   * Origins of web pages that may call the endpoint, in addition to the origins of the known
   * assistants.
   */
  origins: readonly string[];
}

/** Mounts the hosted MCP endpoint, which connects HTTP requests with MCP servers. */
export async function mountMcp(
  app: FastifyInstance,
  door: Door,
  { serverFor, updates, keepAliveMs = 15_000, tools, publicUrl, origins }: McpEndpoint,
): Promise<AsyncDisposable> {
  const onerror = (error: Error) => door.parts.log.debug({ err: error }, 'MCP request refused');
  const subscriptions = new Subscriptions({ updates, keepAliveMs, log: door.parts.log, onerror });
  const exchange = openExchange({ serverFor, subscriptions, keepAliveMs, onerror });
  const streams = new OldStreams({ serverFor, keepAliveMs });

  await app.register(async (scope) => {
    scope.decorateRequest('assistant', null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const { headers } = request;
      reply.headers(CORS).header('Cache-Control', 'no-store');
      // Pages of other origins may read the answers, because the endpoint is intended for them.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      const foreign = foreignness(headers, { publicUrl: publicUrl(), origins });
      if (foreign !== null) return reply.code(403).send({ detail: foreign });
      refuseLeaked(request.query);
      // Runs before the body is read, so that a caller without a credential learns nothing about
      // the body.
      if (request.method !== 'OPTIONS' && PATHS.includes(pathOf(request))) {
        request.assistant = await authenticateAssistant(door.authenticator, request);
      }
      return undefined;
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const { headers, assistant: actor } = request;
      const path = pathOf(request);
      const asked = challengeFor(error, { baseUrl: publicUrl(), path, headers, actor });
      if (asked) reply.header('WWW-Authenticate', asked);
      if (sendError(reply, error) === null) request.log.error({ err: error }, 'unexpected error');
      return reply;
    });

    for (const url of PATHS) {
      scope.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.code(204).send() });
      scope.route({
        method: 'HEAD',
        url,
        handler: async (request, reply) => {
          await admit(request, reply);
          return reply.code(200).header('Allow', ALLOW).send();
        },
      });
      scope.route({
        method: 'DELETE',
        url,
        handler: async (request, reply) => {
          await admit(request, reply);
          return reply.code(204).send();
        },
      });
      scope.route({ method: 'GET', url, exposeHeadRoute: false, handler: listen });
      scope.route({ method: ['PUT', 'PATCH'], url, handler: refuseMethod });
      scope.route({
        method: 'POST',
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        config: { deadline: 'waits' },
        handler: converse,
      });
    }
    scope.get(`${MCP_PATH}/info`, async () => endpointInfo(publicUrl()));
  });

  /** Returns the caller's context; counts each tool call for the rate limit. */
  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    calls: readonly Call[] = [],
  ): Promise<Context> {
    const actor = request.assistant!;
    const count = Math.max(1, calls.filter(({ method }) => method === 'tools/call').length);
    for (let counted = 0; counted < count; counted += 1) {
      const allowance = await door.rateLimiter.count(actor, door.parts.clock.now());
      if (allowance) tellAllowance(reply, allowance);
    }
    return behindWall({ ...door.parts, actor, ip: request.ip });
  }

  async function converse(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!isJson(request.headers['content-type'])) {
      return reply
        .code(415)
        .send({ detail: 'Send the message as JSON, with Content-Type: application/json.' });
    }
    const revision = request.headers['mcp-protocol-version']?.toString();
    const read = readMessage((request.body as string | undefined) ?? '', revision);
    if ('status' in read) {
      const { status, body } = read;
      return reply.code(status).send({ ...body, detail: body.error.message });
    }
    const context = await admit(request, reply, read.calls);
    requireGrant(context, read.calls, tools);
    const { session_id: stream } = request.query as { session_id?: string };
    if (stream !== undefined) {
      const received = streams.receive(stream, context.actor, read.message);
      if (received) return reply.code(202).send();
      return reply
        .code(404)
        .send({ detail: 'You have no such stream on this process. Open a stream with GET.' });
    }
    const asked = webRequest(request, reply);
    const signal = asked.signal;
    const answer = await exchange.answer(asked, read.message, {
      context: { ...context, signal },
      mayGoOn: () => mayGoOn(request),
    });
    if (!isJson(answer.headers.get('content-type') ?? undefined)) return reply.send(answer);
    // The answer is sent as one piece, so its length is known and a short answer is not compressed.
    const body = Buffer.from(await answer.arrayBuffer());
    return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(body);
  }

  /**
   * Opens the stream for old clients. Newer clients request such a stream too, and the answer tells
   * them that there is none.
   */
  async function listen(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const context = await admit(request, reply);
    const { headers } = request;
    const isOld =
      pathOf(request) === MCP_PATH &&
      headers['mcp-session-id'] === undefined &&
      headers['mcp-protocol-version'] === undefined;
    if (!isOld) return refuseMethod(request, reply);
    reply.headers({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    const stream = await streams.open(context, {
      path: MCP_PATH,
      mayGoOn: () => mayGoOn(request),
    });
    return reply.send(stream);
  }

  /** Returns whether the credential of an open stream is still valid. */
  function mayGoOn(request: FastifyRequest): Promise<boolean> {
    return authenticateAssistant(door.authenticator, request).then(
      () => true,
      // An unreachable database does not mean that the credential was revoked.
      (error) => error instanceof Unavailable,
    );
  }

  return {
    async [Symbol.asyncDispose]() {
      await subscriptions[Symbol.asyncDispose]();
      await exchange[Symbol.asyncDispose]();
      await streams[Symbol.asyncDispose]();
    },
  };
}

/**
 * The answer to a missing scope is a challenge, so that the client can ask its user for permission.
 */
function requireGrant(context: Context, calls: readonly Call[], tools: readonly Tool[]): void {
  if (context.actor.kind !== 'oauth_grant') return;
  const missing = calls
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => tools.find(({ name }) => name === params?.name))
    .map((tool) => tool && missingScope(tool, context))
    .filter((scope) => typeof scope === 'string');
  if (missing.length > 0) throw new InsufficientScope([...new Set(missing)].join(' '));
}

/** Returns the path of the request without a trailing slash. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0]!.replace(/\/$/, '');
}

function refuseMethod(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(405)
    .header('Allow', ALLOW)
    .send({ detail: `Method Not Allowed. Use ${ALLOW}.` });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

/**
 * Converts the request for the library. The body is already read, and the request is aborted when
 * the connection ends.
 */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  onLeave(reply, () => gone.abort(clientLeft()));
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(new URL(request.url, 'http://here'), {
    method: 'POST',
    headers,
    signal: gone.signal,
  });
}
