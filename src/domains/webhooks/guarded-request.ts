/** Requests to addresses that users or strangers choose. They must not reach private networks. */
import { lookup as resolveName } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { traceRequest } from '../../core/tracing/tracing.ts';

/** The addresses that a request may reach. */
export interface Network {
  allows(address: string): boolean;
  /** Finds the addresses of a host name. */
  resolve(
    hostname: string,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
  /** The certificate authority of a test server. */
  ca?: string;
}

const resolve: Network['resolve'] = (hostname, done) => resolveName(hostname, { all: true }, done);

export const publicNetwork: Network = { allows: isPublic, resolve };
export const everyNetwork: Network = { allows: () => true, resolve };

/** The address is not one that the request may reach. */
export class NotAllowed extends Error {}

export interface GuardedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** The time for everything: the look-up of the name, the connection and the answer. */
  timeoutMs: number;
  maxBytes: number;
  network: Network;
  /** Aborts the request when the service stops. */
  stopping?: AbortSignal | undefined;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** False if the answer was too large, or ended early. */
  isComplete: boolean;
  isTooLarge: boolean;
}

/**
 * Sends a request. Each address is checked when the connection is made, the name is looked up once,
 * and redirects are not followed. So neither a changing DNS name nor a redirect can reach a private
 * network.
 */
export function sendGuarded(request: GuardedRequest): Promise<Answer> {
  const { method, url, headers } = request;
  const attributes = { 'http.request.method': method, 'url.scheme': url.protocol.slice(0, -1) };
  // The host belongs to a user, so the span does not name it.
  return traceRequest({ name: method, attributes }, (more) =>
    send({ ...request, headers: { ...headers, ...more } }),
  );
}

async function send({
  url,
  method,
  headers,
  body,
  timeoutMs,
  maxBytes,
  network,
  stopping,
}: GuardedRequest): Promise<Answer> {
  const literal = addressLiteral(url);
  if (literal !== null && !network.allows(literal)) throw new NotAllowed();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve: done, reject } = Promise.withResolvers<Answer>();
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([late, stopping]) : late;
  const outgoing = request(
    url,
    {
      method,
      agent: false,
      signal,
      headers: { ...headers, ...(body && { 'Content-Length': body.byteLength }) },
      lookup: lookupIn(network),
      ...(network.ca !== undefined && { ca: network.ca }),
    },
    (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) answer.destroy();
        else chunks.push(chunk);
      });
      // The error event of an aborted answer is not handled elsewhere.
      answer.on('error', () => {});
      answer.on('close', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
          isComplete: answer.complete && bytes <= maxBytes,
          isTooLarge: bytes > maxBytes,
        }),
      );
    },
  );
  outgoing.on('error', (error) =>
    reject(late.aborted ? new Error(`No answer within ${timeoutMs / 1000} s.`) : error),
  );
  outgoing.end(body);
  return promise;
}

/** Returns the IP address in a URL; null if the URL has a host name. */
function addressLiteral({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
}

export function isPrivateLiteral(url: URL): boolean {
  const address = addressLiteral(url);
  return address !== null && !isPublic(address);
}

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

function lookupIn({ allows, resolve }: Network): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, (error, addresses) => {
      if (error) return done(error, []);
      const { family } = options;
      const known = addresses.filter(
        (each) => allows(each.address) && (!family || family === each.family),
      );
      if (known.length === 0) return done(new NotAllowed(), []);
      if (options.all) return done(null, known);
      return done(null, known[0]!.address, known[0]!.family);
    });
}
