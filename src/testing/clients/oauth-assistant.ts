/** The parts of an assistant that signs in with the official SDK. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';

/** The place where the assistant waits for the redirect of the browser. */
export interface Callback {
  address: string;
  arrived: Promise<URL>;
}

/** Opens a callback on the assistant's machine. */
export async function openCallback(): Promise<
  AsyncDisposable & Callback & { arrivals: readonly URL[] }
> {
  const { promise: arrived, resolve } = Promise.withResolvers<URL>();
  const arrivals: URL[] = [];
  const server = createServer((request, response) => {
    const at = new URL(request.url!, 'http://localhost');
    if (at.pathname === '/callback') {
      arrivals.push(at);
      resolve(at);
    }
    response.end('Back in the assistant.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    arrived,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Waits for the redirect of the browser to another site, which the browser does not reach. */
export async function interceptCallback(page: Page, address: string): Promise<Callback> {
  const { promise: arrived, resolve } = Promise.withResolvers<URL>();
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    resolve(new URL(request.url));
    void session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${address}*` }] });
  return { address, arrived };
}

/** The storage of an assistant. The id of one that is not registered is an address. */
export function openMemory(redirectUrl: string, client_id = 'svc-claude') {
  const kept: {
    client?: OAuthClientInformationMixed;
    tokens?: unknown;
    discovered?: unknown;
    verifier?: string;
    asked?: URL;
    state?: string;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [redirectUrl] },
    clientInformation: () => ({ client_id }),
    ...(client_id.startsWith('https:') && {
      clientMetadataUrl: client_id,
      clientInformation: () => kept.client,
      saveClientInformation: (client) => void (kept.client = client),
    }),
    state: () => (kept.state = crypto.randomUUID()),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (asked) => void (kept.asked = asked),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (state) => void (kept.discovered = state),
    discoveryState: () => kept.discovered as never,
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'tokens') delete kept.tokens;
    },
  };
  return { kept, provider };
}
