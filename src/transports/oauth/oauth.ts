import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { mountConnect } from './connect.ts';
import { mountConnections } from './connections.ts';
import { openForms, readForms } from './forms.ts';
import { mountEndpoints } from './endpoints.ts';
import { mountMetadata } from './metadata.ts';
import { openProvider } from './provider.ts';
import type { ProviderParts } from './provider.ts';
import type { SigningIn } from './visitor.ts';

export type OAuthParts = Omit<ProviderParts, 'parts'> & SigningIn;

/** The OAuth 2.0 authorization server, with the pages on which people decide. */
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
  mountEndpoints(app, { site, provider });
  const css = readFileSync(new URL('./connect.css', import.meta.url), 'utf8');
  app.get('/connect.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
  await app.register(async (pages) => {
    readForms(pages);
    const forms = openForms(secret, parts.secure);
    mountConnect(pages, { ...parts, forms, provider });
    mountConnections(pages, { ...parts, forms });
  });
}
