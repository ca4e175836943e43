import type { Socket } from 'node:net';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../core/errors.ts';
import type { Route } from '../../kit/route.ts';
import { compressAnswers } from './answers/compression.ts';
import { allowOrigins } from './answers/cross-origin.ts';
import { addSecurityHeaders } from './answers/security-headers.ts';
import { limitBodies } from './connections/body-deadline.ts';
import { limitConnections } from './connections/connection-limits.ts';
import type { ConnectionLimits } from './connections/connection-limits.ts';
import { answerInOrder } from './connections/pipelining.ts';
import { answerRaw } from './connections/raw-answer.ts';
import { keepDeadlines } from './deadlines.ts';
import { invalidJson, sendError } from './errors.ts';
import { answersRecord } from './request/entity-tag.ts';
import { parseStrictJson } from './request/strict-json.ts';
import { swallow } from './request/leftover-body.ts';
import { addPrefix, withoutPrefix } from './request/path-prefix.ts';
import { mount, fastifyPath } from './route-mounting.ts';
import { takeForms } from './request/upload.ts';
import type { Door } from './route-mounting.ts';

/** The limit for routes that need no credential. Routes that need one allow more. */
const STRANGER_BODY_BYTES = 64 * 1024;
/**
 * An incomplete request is dropped after this time. The limit allows for the largest upload over a
 * slow line; `limitBodies` drops a body without progress much earlier.
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const HEADERS_TIMEOUT_MS = 30_000;
const LATE_REQUESTS_EVERY_MS = 5_000;
const CONNECTIONS: ConnectionLimits = { total: 1_000, perAddress: 200 };

declare module 'fastify' {
  interface FastifyInstance {
    /** The open connections. */
    sockets: ReadonlySet<Socket>;
  }
}

export async function buildApp({
  door,
  routes,
  logger,
  trustedProxies,
  allowedOrigins = [],
  prefix = '',
  connections = CONNECTIONS,
  bodyMs,
}: {
  door: Door;
  routes: readonly Route[];
  logger: FastifyBaseLogger;
  /** The path of the service behind its proxy, such as `/me`. */
  prefix?: string;
  /** The proxies whose headers identify the caller. */
  trustedProxies: readonly string[];
  /** The origins of web pages that may use the API. */
  allowedOrigins?: readonly string[];
  connections?: ConnectionLimits;
  /** The time in which the body of a request must arrive. */
  bodyMs?: number | undefined;
}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    rewriteUrl: (request) => withoutPrefix(request, prefix),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: STRANGER_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      connectionsCheckingInterval: LATE_REQUESTS_EVERY_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
    },
    // Connections are not forced to close, so that running requests can finish (see `closeApp`).
    forceCloseConnections: 'idle',
    // The default answer of Fastify has a different shape and no Retry-After.
    return503OnClosing: false,
    clientErrorHandler: refuseRequest,
    // Answers failures that happen before routing, such as an unreadable address.
    frameworkErrors: (error, _request, reply) => void sendError(reply, error),
    // A long id still reaches its route, whose answer explains the problem. Node limits the length
    // of the whole address.
    routerOptions: { maxParamLength: 16 * 1024, ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller', null);
  answerInOrder(app, () => door.deadlines.refusal !== undefined);
  app.decorate('sockets', limitConnections(app, connections, trustedProxies));
  limitBodies(app, { bodyMs });
  addSecurityHeaders(app);
  allowOrigins(app, allowedOrigins);
  // Before the compression, which makes texts unreadable.
  addPrefix(app, prefix);
  await compressAnswers(app);
  keepDeadlines(app, door.deadlines);
  readJsonOnly(app);
  app.setErrorHandler(async (error, request, reply) => {
    if ((error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      await swallow(request.raw);
    }
    if (sendError(reply, error) === null) request.log.error({ err: error }, 'unexpected error');
    return reply;
  });
  // Answers before the body is read.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw new NotFound('Not Found');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
  const [forms, usual] = [routes.filter(takesForm), routes.filter((route) => !takesForm(route))];
  const relatedTo = (route: Route) => ({
    reader: readerOf(route, routes),
    answersRecord: answersRecord(route, routes),
  });
  for (const route of usual) mount(app, door, route, relatedTo(route));
  await app.register(async (scope) => {
    await takeForms(scope);
    for (const route of forms) mount(scope, door, route, relatedTo(route));
  });
  refuseOtherMethods(app, routes);
  return app;
}

/** Connections that are still open after this time are closed. */
const CUT_MS = 7_500;

/** Stops accepting requests, and resolves when the running requests are answered. */
export async function closeApp(app: FastifyInstance, { deadlines }: Door): Promise<void> {
  deadlines.stop();
  const cut = setTimeout(() => {
    for (const socket of app.sockets) socket.destroy();
  }, CUT_MS);
  await app.close();
  clearTimeout(cut);
}

const takesForm = ({ upload }: Route): boolean => upload !== null;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers 405 with the allowed methods when a path exists but not for this method. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  for (const [path, there] of Map.groupBy(routes, ({ path }) => path)) {
    const known = METHODS.filter((method) => there.some((route) => route.method === method));
    const allow = [
      ...(known.includes('GET') ? ['GET', 'HEAD'] : []),
      ...known.filter((method) => method !== 'GET'),
    ].join(', ');
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .header('Allow', allow)
        .code(405)
        .send({ detail: `Method Not Allowed. Use ${allow}.` });
    app.route({
      method: METHODS.filter((method) => !known.includes(method)),
      url: fastifyPath(path),
      // Answers before the body is read.
      onRequest: refuse,
      handler: refuse,
    });
  }
}

/**
 * If the input is not HTTP or arrives too slowly, answers with an error in our format before the
 * socket closes.
 */
function refuseRequest(error: Error & { code?: string }, socket: Socket): void {
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'The headers are too large.'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'The request did not arrive in time.'] as const)
        : ([400, 'This is not a valid HTTP request.'] as const);
  answerRaw(socket, { status, detail });
}

/**
 * Returns the route that reads the object changed by `route`. `If-Match` refers to that object: for
 * `/things/{id}/title`, it is `/things/{id}`.
 */
function readerOf({ path, credential }: Route, routes: readonly Route[]): Route | undefined {
  for (let place = path; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const reader = routes.find(
      (each) => each.method === 'GET' && each.path === place && each.credential === credential,
    );
    // Changes of individual items are independent of each other.
    if (reader) return place === path || place.endsWith('}') ? reader : undefined;
  }
  return undefined;
}

function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, {});
    try {
      done(null, parseStrictJson(decodeUtf8(body as Buffer)));
    } catch (error) {
      done(invalidJson((error as SyntaxError).message));
    }
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw new SyntaxError('JSON decode error: the body is not valid JSON in UTF-8.');
  }
}
