/**
 * The service behind a proxy that gives it a path of a site, such as `https://example.org/me/`. All
 * routes, pages and redirects name addresses from the root; the prefix is removed and added here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Clients look for these documents at the root of the host, followed by the path of the service. */
const WELL_KNOWN = /^\/\.well-known\/(?:oauth-authorization-server|oauth-protected-resource)/;

/** Returns the path of an address without a slash at its end; empty for an address without a path. */
export function prefixOf(address: string | undefined): string {
  return address === undefined ? '' : new URL(address).pathname.replace(/\/$/, '');
}

/**
 * Returns the address of a request without the prefix, whether or not the proxy has removed it.
 * Notes the public address for libraries that build addresses.
 */
export function withoutPrefix(request: IncomingMessage, prefix: string): string {
  const url = request.url ?? '/';
  if (prefix === '') return url;
  const inner = innerAddress(url, prefix);
  notePublicUrl(request, prefix + inner);
  return inner;
}

/**
 * Libraries find the prefix by comparing this address with `url`, so both change together.
 */
function notePublicUrl(request: IncomingMessage, originalUrl: string): void {
  Object.assign(request, { originalUrl });
}

/** Changes the address of a request that has been taken in. */
export function changeUrl(request: IncomingMessage, url: string): void {
  const { originalUrl } = request as { originalUrl?: string };
  if (originalUrl !== undefined) {
    const prefix = originalUrl.slice(0, originalUrl.length - (request.url ?? '').length);
    notePublicUrl(request, prefix + url);
  }
  request.url = url;
}

function innerAddress(url: string, prefix: string): string {
  if (isBelow(url, prefix)) return url.slice(prefix.length).replace(/^(?!\/)/, '/');
  const document = WELL_KNOWN.exec(url)?.[0];
  const rest = document === undefined ? '' : url.slice(document.length);
  return document !== undefined && isBelow(rest, prefix)
    ? document + rest.slice(prefix.length)
    : url;
}

function isBelow(url: string, prefix: string): boolean {
  return url.startsWith(prefix) && /^(?:[/?#]|$)/.test(url.slice(prefix.length));
}

/** Adds the prefix to the addresses in pages, redirects, links and cookies. */
export function addPrefix(app: FastifyInstance, prefix: string): void {
  if (prefix === '') return;
  app.addHook('onRequest', async (_request, { raw }) => prefixHeaders(raw, prefix));
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || !/^text\/(?:html|css)/.test(type)) return payload;
    return payload.replace(ROOTED, (whole, before: string, path: string) =>
      isBelow(path, prefix) ? whole : `${before}${prefix}${path}`,
    );
  });
}

/** Matches addresses from the root in HTML and CSS. */
const ROOTED = /(\s(?:href|src|action)="|url\(['"]?)(\/(?!\/)[^"')]*)/g;

function prefixHeaders(response: ServerResponse, prefix: string): void {
  const { writeHead } = response;
  // Every way to answer ends here, also that of libraries that write to the response by themselves.
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    const headers = given.find((each) => typeof each === 'object' && each !== null);
    for (const [name, value] of headersOf(headers)) this.setHeader(name, value);
    for (const [name, change] of Object.entries(CHANGES)) {
      const value = this.getHeader(name);
      if (value === undefined || typeof value === 'number') continue;
      const changed = [value].flat().map((each) => change(each, prefix));
      this.setHeader(name, Array.isArray(value) ? changed : changed[0]!);
    }
    const rest = given.filter((each) => each !== headers);
    return Reflect.apply(writeHead, this, rest) as ServerResponse;
  } as typeof writeHead;
}

type Header = [name: string, value: string | string[]];

/** Node takes headers as an object, as pairs, or as a list in which names and values alternate. */
function headersOf(given: unknown): Header[] {
  if (!Array.isArray(given)) return Object.entries((given ?? {}) as Record<string, string>);
  const pairs: Header[] = Array.isArray(given[0])
    ? given
    : given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]]] : []));
  const byName = Map.groupBy(pairs, ([name]) => name.toLowerCase());
  return [...byName].map(([name, all]) => [
    name,
    all.length === 1 ? all[0]![1] : all.flatMap(([, value]) => value),
  ]);
}

const CHANGES: Record<string, (value: string, prefix: string) => string> = {
  location: (value, prefix) =>
    value.startsWith('/') && !value.startsWith('//') && !isBelow(value, prefix)
      ? prefix + value
      : value,
  link: (value, prefix) => value.replace(/<\/(?!\/)/g, `<${prefix}/`),
  'set-cookie': (value, prefix) =>
    value.replace(/;\s*path=(\/[^;]*)/i, (whole, path: string) =>
      isBelow(path, prefix) ? whole : `; Path=${prefix}${path === '/' ? '/' : path}`,
    ),
};
