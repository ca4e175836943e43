import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { mountConnect } from './pages/connect.ts';
import { mountConnections } from './connections.ts';
import { answerFailures, refuseOtherMethods } from './failures.ts';
import { openForms, readForms } from './forms.ts';
import { mountGuide } from './pages/guide.ts';
import { mountEndpoints } from './endpoints.ts';
import { mountMetadata } from './metadata.ts';
import { openProvider } from './provider.ts';
import type { ProviderParts } from './provider.ts';
import { openAddressLimiter } from './rate-limiter.ts';
import type { SigningIn } from './visitor.ts';

export interface OAuthParts extends Omit<ProviderParts, 'parts'>, SigningIn {
  /** True when the endpoints limit the number of requests from each address. */
  limited: boolean;
}

/** Mounts the OAuth 2.0 authorization server, with its pages for sign-in and consent. */
export async function mountOAuth(app: FastifyInstance, parts: OAuthParts): Promise<void> {
  const { door, secret } = parts;
  const { site } = door;
  let opening: { site: string; provider: Promise<Provider> } | undefined;
  const provider = () => {
    if (opening?.site !== site()) {
      opening = { site: site(), provider: openProvider(site(), { ...parts, parts: door.parts }) };
    }
    return opening!.provider;
  };
  mountMetadata(app, site);
  const limiter = () => openAddressLimiter(parts.limited ? door.parts.clock : null);
  mountEndpoints(app, { site, provider, limiter });
  const css = readFileSync(new URL('./pages/connect.css', import.meta.url), 'utf8');
  app.get('/connect.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
  await app.register(async (pages) => {
    readForms(pages);
    answerFailures(pages, ({ message }) => ({ detail: message }));
    const forms = openForms({ secret, secure: parts.secure, site });
    mountConnect(pages, { ...parts, forms, provider });
    mountConnections(pages, { ...parts, forms });
    mountGuide(pages, { ...parts, forms });
    for (const url of ['/connect', '/connect/:uid', '/connect/to/:assistant', '/connections']) {
      refuseOtherMethods(pages, url, 'GET, HEAD, POST');
    }
  });
}
