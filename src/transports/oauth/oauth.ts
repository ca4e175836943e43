import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clients } from '../../domains/access/grants/clients.ts';
import { clientDirectory } from '../../domains/access/grants/client-documents.ts';
import type { Network } from '../../domains/webhooks/guarded-request.ts';
import type { Provider } from 'oidc-provider';
import { mountConnect } from './pages/connect.ts';
import { answerFailures, refuseOtherMethods } from './failures.ts';
import { keepOpener, openForms, readForms } from './forms.ts';
import { mountEndpoints } from './endpoints.ts';
import { mountMetadata } from './metadata.ts';
import { openProvider } from './provider.ts';
import type { ProviderParts } from './provider.ts';
import { fontsOfConsole } from '../http/console.ts';
import { openAddressLimiter } from './rate-limiter.ts';
import { lookUpFirst, mountLookUp } from './unknown-clients/look-up-page.ts';
import type { SigningIn } from './visitor.ts';

/** A user looks up few assistants; a page could try to make the browser do it more often. */
const LOOK_UPS_PER_MINUTE = 10;

/** The network and the port of the documents of unknown clients. */
export interface ClientDocuments {
  network: Network;
  /** Empty for the usual port of https. */
  port: string;
  timeoutMs?: number;
}

export interface OAuthParts extends Omit<ProviderParts, 'parts' | 'clients'>, SigningIn {
  registered: Clients;
  /** Null when users may not connect assistants that are not registered. */
  documents: ClientDocuments | null;
  /** True when the endpoints limit the number of requests from each address. */
  limited: boolean;
}

/** Mounts the OAuth 2.0 authorization server, with its pages for sign-in and consent. */
export async function mountOAuth(app: FastifyInstance, parts: OAuthParts): Promise<void> {
  const { door, secret, documents } = parts;
  const { site } = door;
  app.decorate('ownSite', site);
  const clients = clientDirectory(parts.registered, documents?.port ?? null);
  let opening: { site: string; provider: Promise<Provider> } | undefined;
  const provider = () => {
    if (opening?.site !== site()) {
      opening = {
        site: site(),
        provider: openProvider(site(), { ...parts, clients, parts: door.parts }),
      };
    }
    return opening!.provider;
  };
  mountMetadata(app, { site, allowsUnknown: documents !== null });
  const clock = parts.limited ? door.parts.clock : null;
  mountEndpoints(app, {
    site,
    provider,
    limiter: () => openAddressLimiter(clock),
    lookUpFirst: (request, url) => lookUpFirst({ door, clients }, request, url),
  });
  const own = readFileSync(new URL('./pages/connect.css', import.meta.url), 'utf8');
  const css = fontsOfConsole() + own;
  app.get('/connect.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
  await app.register(async (pages) => {
    readForms(pages);
    answerFailures(pages, ({ message }) => ({ detail: message }));
    const forms = openForms({ secret, secure: parts.secure, site });
    mountConnect(pages, { ...parts, clients, forms, provider });
    if (documents) {
      const limiter = openAddressLimiter(door.parts.clock, LOOK_UPS_PER_MINUTE);
      await pages.register(async (popups) => {
        popups.addHook('onRequest', keepOpener);
        mountLookUp(popups, { ...parts, ...documents, clients, forms, limiter });
      });
    }
    refuseOtherMethods(pages, '/connect/:uid', 'GET, HEAD, POST');
    leadToConsole(pages);
  });
}

/** The console has the pages at these addresses, which are short to type. */
function leadToConsole(app: FastifyInstance): void {
  const pages = {
    '/connect': '/settings/connect',
    '/connect/to/:to': '/settings/connect',
    '/connections': '/settings/assistants',
  };
  for (const [url, page] of Object.entries(pages)) {
    app.get(url, (request: FastifyRequest<{ Params: { to?: string } }>, reply) => {
      const search = new URLSearchParams({ ...(request.query as object), ...request.params });
      return reply.redirect(search.size > 0 ? `${page}?${search}` : page);
    });
    refuseOtherMethods(app, url, 'GET, HEAD');
  }
}
