import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The built console, in a checkout as well as in the package. */
const DIST = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/**
 * The pages of the console. One HTML document serves all these pages; its router shows the right
 * page.
 */
const PAGES = [
  'welcome',
  'sign-in',
  'talk',
  'conversations',
  'memories',
  'tasks',
  'goals',
  'people',
  'ask',
  'search',
  'import',
  'settings',
  'operator',
  'shared',
];

const MISSING = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Commonplace</title>
  <h1>Commonplace is running</h1>
  <p>
    The console is not built, because its tools are missing. Run <code>npm ci</code> and
    <code>npm start</code> again to build it. Everything else works; see
    <a href="/docs">the API reference</a>.
  </p>
  <p>
    An assistant connects to <code>/v1/mcp/sse</code> of this address. It signs in, or it gets a key:
    <code>commonplace key add Assistant --family mcp</code>. The rest is in
    <code>docs/assistants.md</code>.
  </p>
</html>
`;

/** Serves the console, which loads nothing from other sites and runs only its own scripts. */
export async function mountConsole(app: FastifyInstance, folder = DIST): Promise<void> {
  const index = `${folder}index.html`;
  const isBuilt = existsSync(index);
  // The document is served at several depths, so its addresses begin at the root.
  const page = isBuilt ? readFileSync(index, 'utf8').replaceAll('="./', '="/') : MISSING;
  const sendPage = (reply: FastifyReply) =>
    reply
      .headers(isBuilt ? POLICIES : {})
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  if (!isBuilt) {
    // The first account can be created without the console.
    app.get('/welcome', (request, reply) =>
      reply.redirect(request.url.replace('welcome', 'setup')),
    );
  }
  const pages = PAGES.filter((name) => isBuilt || name !== 'welcome');
  for (const url of ['/', ...pages.flatMap((name) => [`/${name}`, `/${name}/*`])]) {
    app.get(url, (request, reply) => {
      const { to } = request.query as { to?: unknown };
      // An assistant may have opened the sign-in in a popup, which must keep its opener.
      if (url === '/sign-in' && typeof to === 'string' && to.startsWith('/connect')) {
        reply.header('Cross-Origin-Opener-Policy', 'unsafe-none');
      }
      return sendPage(reply);
    });
  }
  if (!isBuilt) return;
  // The service worker receives what other apps share. Without it, the page says that nothing was kept.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/import', (_request, reply) => reply.redirect('import?problem=not_kept', 303));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isForPerson(request)) return sendPage(reply.code(404));
  });
  const usual = { index: false, preCompressed: true, cacheControl: false } as const;
  await app.register(fastifyStatic, {
    ...usual,
    root: folder,
    // Only existing files have a route, so that unknown addresses still get the usual answer.
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.{br,gz}', '.vite/**', 'assets/**'],
    setHeaders: (reply) => reply.header('Cache-Control', 'no-cache'),
  });
  const assets = `${folder}assets/`;
  if (!existsSync(assets)) return;
  // One route, because a route for each of some hundred files takes a tenth of a start.
  await app.register(fastifyStatic, {
    ...usual,
    root: assets,
    prefix: '/assets/',
    decorateReply: false,
    allowedPath: (path) => !IS_COMPRESSED.test(path),
    // The name of a file in assets contains the hash of its content.
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
}

/** Programs get the usual answer; a person in a browser gets a page of the console. */
const isForPerson = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  (headers.accept ?? '').includes('text/html') &&
  !OF_PROGRAMS.test(url);

const OF_PROGRAMS = /^\/(?:v\d|mcp|assets|\.well-known)(?:[/?]|$)/;

const IS_COMPRESSED = /\.(?:br|gz)$/;

/** The typefaces of the console as a stylesheet, for pages beside it; empty without a console. */
export function fontsOfConsole(folder = DIST): string {
  const families = { inter: 'Inter', serif: 'Source Serif' };
  return Object.entries(families)
    .flatMap(([name, family]) =>
      globSync(`assets/${name}-latin-[!e]*.woff2`, { cwd: folder }).map(
        (path) =>
          `@font-face{font-family:'${family}';src:url('/${path}') format('woff2');` +
          'font-weight:400 600;font-display:swap}\n',
      ),
    )
    .join('');
}

/**
 * `connect-src 'self'` includes sockets of the same host. The console sets styles only through the
 * object model, so it needs no inline styles. The scripts of the console never build markup from
 * text.
 */
const POLICIES = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types commonplace',
  ].join('; '),
  'Permissions-Policy':
    'microphone=(self), camera=(self), geolocation=(), payment=(), usb=(), display-capture=()',
  'Referrer-Policy': 'no-referrer',
};
