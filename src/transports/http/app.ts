import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Route } from '../../kit/route.ts';
import { invalidJson, sendError } from './errors.ts';
import { parseStrictJson } from './strict-json.ts';
import { mount } from './mount.ts';
import type { Door } from './mount.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** A request that is not whole by then is given up: a chunked body without end holds nothing. */
const REQUEST_TIMEOUT_MS = 60_000;

export async function buildApp({
  door,
  routes,
  logger,
}: {
  door: Door;
  routes: readonly Route[];
  logger: FastifyBaseLogger;
}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    // What fails before there is a route: an address that cannot be read, an id without end.
    frameworkErrors: (error, _request, reply) => void sendError(reply, error),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // At home there is no TLS: the page must find its own script by plain HTTP.
        upgradeInsecureRequests: null,
      },
    },
    // Only the operator knows whether there is TLS in front of us.
    strictTransportSecurity: false,
  });
  readJsonOnly(app);
  app.setErrorHandler((error, request, reply) => {
    if (sendError(reply, error) === null) request.log.error({ err: error }, 'unexpected error');
    return reply;
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
  for (const route of routes) mount(app, door, route, readerOf(route, routes));
  return app;
}

/** The route that reads what `route` changes: what its `If-Match` is about. */
function readerOf({ path, credential }: Route, routes: readonly Route[]): Route | undefined {
  return routes.find(
    (each) => each.method === 'GET' && each.path === path && each.credential === credential,
  );
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
