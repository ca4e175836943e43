import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/**
 * The only page that a person needs before an account exists. The files of the page are served from
 * `pages/` without a build.
 */
const FILES = {
  '/setup': { file: 'set-up.html', type: 'text/html; charset=utf-8' },
  '/setup.js': { file: 'set-up.js', type: 'text/javascript; charset=utf-8' },
  '/setup-german.js': { file: 'set-up-german.js', type: 'text/javascript; charset=utf-8' },
  '/setup.css': { file: 'set-up.css', type: 'text/css; charset=utf-8' },
};

export function mountSetUpPage(app: FastifyInstance): void {
  for (const [url, { file, type }] of Object.entries(FILES)) {
    const text = readFileSync(new URL(`./pages/${file}`, import.meta.url), 'utf8');
    app.get(url, async (_request, reply) =>
      reply.header('Content-Type', type).header('Referrer-Policy', 'no-referrer').send(text),
    );
  }
}
