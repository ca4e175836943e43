import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Invalid } from '../../core/errors.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

export interface Outgoing {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  /** Allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  /** Aborts the request when the service stops. */
  stopping?: AbortSignal | undefined;
}

/**
 * Sends one POST and returns the status. The address is checked when the connection is made, and
 * redirects are not followed. So neither a changing DNS name nor a redirect can reach a private
 * network.
 */
export async function post({
  url,
  headers,
  body,
  timeoutMs,
  allowPrivate,
  stopping,
}: Outgoing): Promise<number> {
  if (!allowPrivate && isPrivateLiteral(url)) throw new Error(NOT_PUBLIC);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([late, stopping]) : late;
  const outgoing = request(
    url,
    {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, 'Content-Length': body.byteLength },
      ...(!allowPrivate && { lookup: publicLookup }),
    },
    (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) answer.destroy();
      });
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    },
  );
  outgoing.on('error', (error) =>
    reject(late.aborted ? new Error(`No answer within ${timeoutMs / 1000} s.`) : error),
  );
  outgoing.end(body);
  return promise;
}

/** Returns the normalized address of a receiver. Throws for an invalid or forbidden address. */
export function requireTarget(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Invalid('url must be an http or https address without a password');
  }
  if (!allowPrivate && isPrivateLiteral(url)) {
    throw new Invalid(
      'url must be a public address. The operator can allow private addresses ' +
        '(SVC_WEBHOOKS_ALLOW_PRIVATE).',
    );
  }
  return url.href;
}

export function isPrivateLiteral({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !isPublic(address);
}

const NOT_PUBLIC =
  'The address is not public. The operator can allow private ones (SVC_WEBHOOKS_ALLOW_PRIVATE).';

/** Address ranges that look public but are not part of the public internet. */
const NOT_ORDINARY = [
  '::/96', // IPv4-compatible IPv6 addresses (deprecated)
  'fec0::/10', // site-local addresses (deprecated)
  '168.63.129.16/32', // metadata services of cloud providers
].map((range) => ipaddr.parseCIDR(range));

/** Every address outside the ordinary public internet counts as private. */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  const isOdd = NOT_ORDINARY.some(
    (range) => range[0].kind() === address.kind() && address.match(range),
  );
  return address.range() === 'unicast' && !isOdd;
}

const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const known = addresses.filter(({ address }) => isPublic(address));
    if (known.length === 0) return done(new Error(NOT_PUBLIC), []);
    if (options.all) return done(null, known);
    return done(null, known[0]!.address, known[0]!.family);
  });
};
