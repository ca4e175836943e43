import type { FastifyInstance } from 'fastify';

const EXPOSED = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  'X-Next-Cursor',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Unknown-Parameters',
].join(', ');

/** The pages for people have addresses without a version. */
export const API = /^\/v\d+\//;

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': [
    'Accept',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'If-Range',
    'Last-Event-ID',
    'Range',
    // Resumable uploads.
    'Tus-Resumable',
    'Upload-Concat',
    'Upload-Defer-Length',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
    'X-HTTP-Method-Override',
  ].join(', '),
  'Access-Control-Max-Age': '86400',
};

/**
 * Lets web pages of these origins use the API with a key or a session that they send themselves.
 * Cookies of these pages are never accepted, because `Access-Control-Allow-Credentials` is never
 * sent.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && origins.includes(origin);
  app.addHook('onRequest', async ({ url, headers: { origin } }, reply) => {
    if (!API.test(url)) return;
    // Caches must keep the answers for different origins apart.
    reply.header('Vary', 'Origin');
    if (!isAllowed(origin)) return;
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Expose-Headers', EXPOSED);
  });
  app.options('/*', async ({ url, headers: { origin } }, reply) => {
    if (!API.test(url) || !isAllowed(origin)) return reply.callNotFound();
    return reply.headers(PREFLIGHT).code(204).send();
  });
}
