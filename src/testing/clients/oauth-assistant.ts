/** The parts of an assistant that signs in with the official SDK. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';

/** A server on the assistant's machine that waits for the redirect of the browser. */
export async function openCallback(): Promise<
  AsyncDisposable & { address: string; arrived: Promise<URL>; arrivals: readonly URL[] }
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

/**
 * The storage of an assistant that is registered as Claude; with `clientMetadataUrl`, of one that
 * is not registered.
 */
export function openMemory(redirectUrl: string, clientMetadataUrl?: string) {
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
    clientMetadata: { client_name: 'Claude', redirect_uris: [redirectUrl] },
    clientInformation: () => ({ client_id: 'svc-claude' }),
    ...(clientMetadataUrl !== undefined && {
      clientMetadataUrl,
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
