import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../kit/route.ts';
import { entityTag, names } from '../request/entity-tag.ts';
import { openApiDocument } from '../openapi/openapi.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * Serves the OpenAPI document and a page that shows it, without loading anything from other
 * servers.
 */
export function mountReference(
  app: FastifyInstance,
  routes: readonly Route[],
  serverUrl: string,
): void {
  const once = <T>(make: () => T) => {
    let made: T | undefined;
    return () => (made ??= make());
  };
  const document = once(() => {
    const json = JSON.stringify(openApiDocument(routes, serverUrl));
    return { json, tag: entityTag(json) };
  });
  for (const path of ['/v1/dev/openapi.json', '/openapi.json']) {
    app.get(path, async ({ headers }, reply) => {
      const { json, tag } = document();
      reply.header('ETag', tag).type('application/json; charset=utf-8');
      return names(headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(json);
    });
  }

  const page = once(() => read('../pages/reference.html'));
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      // The viewer writes its styles into the page, so inline styles are allowed.
      .header(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(page()),
  );
  const scripts = {
    'viewer.js': once(() => read('../../../../assets/scalar/standalone.js')),
    'reference.js': once(() => read('../pages/reference.js')),
  };
  for (const [name, script] of Object.entries(scripts)) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('Cache-Control', 'public, max-age=86400')
        .send(script()),
    );
  }
}
