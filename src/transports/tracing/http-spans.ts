import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inSpan, isTracing } from '../../core/tracing/tracing.ts';
import type { Span } from '../../core/tracing/tracing.ts';

/** Probes ask every few seconds, and tell nothing. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

interface Traced {
  span: Span;
  end(): void;
}

/** Makes a span of each request, except those that become sockets. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const traced = new WeakMap<FastifyRequest, Traced>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, protocol } = request;
    const route = request.routeOptions.url;
    if (headers.upgrade !== undefined || PROBES.includes(route ?? '')) return done();
    const attributes = {
      'http.request.method': method,
      'url.scheme': protocol,
      ...(route !== undefined && { 'http.route': route }),
    };
    const name = route === undefined ? method : `${method} ${route}`;
    const description = { name, kind: 'server', attributes, cause: headers } as const;
    void inSpan(description, (span) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      traced.set(request, { span, end: resolve });
      done();
      return promise;
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { span, end } = traced.get(request) ?? {};
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode));
    end?.();
  });
}
