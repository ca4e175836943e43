import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { Interrupted } from './interrupted-error.ts';
import { ModelError } from '../model-error.ts';
import { received } from './response-chunks.ts';

export interface DownloadNetwork {
  /** The environment with `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  /** A connection without data for this long counts as broken. */
  stallMs?: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  /** Discards the body of the response. */
  drop(): void;
}

const STALL_MS = 30_000;
const REDIRECTS = 5;

/** Follows redirects, which GitHub releases use, and returns the last response. */
export async function get(
  url: string,
  headers: Record<string, string>,
  network: DownloadNetwork,
): Promise<HttpAnswer> {
  let address = new URL(url);
  for (let turn = 0; turn <= REDIRECTS; turn += 1) {
    const answer = await ask(address, headers, network);
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    answer.drop();
    const next = URL.parse(answer.headers.location ?? '', address.href);
    if (!next || !/^https?:$/.test(next.protocol)) break;
    if (address.protocol === 'https:' && next.protocol === 'http:') {
      throw new ModelError(`${address.host} redirects to an address without encryption.`);
    }
    address = next;
  }
  throw new ModelError(`${new URL(url).host} redirects too often, or to an invalid address.`);
}

async function ask(
  url: URL,
  headers: Record<string, string>,
  { environment, signal, stallMs = STALL_MS }: DownloadNetwork,
): Promise<HttpAnswer> {
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  // The connection serves only one response, so `keepAlive` is false.
  const agent = new Agent({ keepAlive: false, proxyEnv: environment });
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const asked = request(url, { agent, headers, signal });
  asked.setTimeout(stallMs, () => asked.destroy(new Error('the connection sent no more data')));
  asked.once('response', (response) =>
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: received(response),
      drop: () => response.destroy(),
    }),
  );
  asked.once('error', (error) => reject(new Interrupted(error.message, { cause: error })));
  asked.end();
  return promise;
}
