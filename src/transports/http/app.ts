import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Route } from '../../kit/route.ts';
import { invalidJson, sendError } from './errors.ts';
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
  for (const route of routes) mount(app, door, route);
  return app;
}

function readJsonOnly(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, {});
    try {
      done(null, JSON.parse(utf8.decode(body as Buffer), refusePrototype));
    } catch {
      done(invalidJson('JSON decode error: the body is not valid JSON in UTF-8.'));
    }
  });
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
}
