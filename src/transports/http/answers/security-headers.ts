import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { API } from './cross-origin.ts';

/**
 * Adds security headers to every answer. They are always the same, so they are made once. Answers of
 * the API contain the user's data, so no browser and no proxy may keep a copy.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  const headers = [...securityHeaders()];
  app.addHook('onRequest', ({ url }, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    if (API.test(url)) raw.setHeader('Cache-Control', 'no-store');
    done();
  });
}

function securityHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Local networks have no TLS, so the page must load its script over plain HTTP.
        upgradeInsecureRequests: null,
      },
    },
    // Only the operator knows whether a proxy adds TLS.
    strictTransportSecurity: false,
  });
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
