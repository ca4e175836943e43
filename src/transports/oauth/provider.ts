import { generateKeyPairSync } from 'node:crypto';
import type { Provider, OidcContext } from 'oidc-provider';
import { mayRedirect } from '../../domains/access/grants/clients.ts';
import type { ClientDirectory } from '../../domains/access/grants/client-documents.ts';
import type { Lifetimes } from '../../domains/access/grants/grant.ts';
import { canonicalResource } from '../../domains/access/grants/resource.ts';
import { mint } from '../../domains/access/grants/token.ts';
import type { Parts } from '../../kit/context.ts';
import { checkRequest } from './authorization-request.ts';
import { loadLibrary } from './library.ts';
import type { OidcLibrary } from './library.ts';
import { errorPage } from './pages/error-page.ts';
import { registerExchanges } from './exchanges.ts';
import { openGrantStore, REQUEST_SECONDS } from './store.ts';

export interface ProviderParts {
  parts: Parts;
  clients: ClientDirectory;
  lifetimes: Lifetimes;
  /** Signs the cookies in the browser. */
  secret: string;
}

/**
 * This response mode refuses a request to return the token in the fragment of the address. As for
 * all clients, the error is sent in the query.
 */
export const REFUSAL = 'refusal';

/**
 * Sets up oidc-provider, which parses requests, looks up clients and answers with errors. Our own
 * pages ask for consent, and domains/access/grants issues the tokens.
 */
export async function openProvider(
  baseUrl: string,
  { parts, clients, lifetimes, secret }: ProviderParts,
): Promise<Provider> {
  const library = await loadLibrary();
  const provider = library.quietly(
    () =>
      new library.Provider(baseUrl, {
        adapter: openGrantStore(library, {
          parts,
          clients,
          publicClient,
          lifetimes,
          resource: canonicalResource(baseUrl),
        }),
        clients: [...clients.registered.keys()].map((id) => publicClient(id)),
        extraClientMetadata: { properties: ['unknown_redirect_uris'] },
        clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
        routes: { authorization: '/authorize', token: '/token', revocation: '/revoke' },
        responseTypes: ['code'],
        scopes: [],
        pkce: { required: () => true },
        allowOmittingSingleRegisteredRedirectUri: false,
        cookies: {
          names: {
            session: 'svc_oauth_session',
            interaction: 'svc_oauth',
            resume: 'svc_oauth_resume',
          },
          keys: [secret],
          long: { httpOnly: true, sameSite: 'lax', signed: true },
          short: { httpOnly: true, sameSite: 'lax', signed: true },
        },
        ttl: {
          Interaction: REQUEST_SECONDS,
          AuthorizationCode: lifetimes.codeSeconds,
          Session: 60,
        },
        jwks: { keys: [neverUsedKey()] },
        features: {
          devInteractions: { enabled: false },
          userinfo: { enabled: false },
          rpInitiatedLogout: { enabled: false },
          dPoP: { enabled: false },
          pushedAuthorizationRequests: { enabled: false },
          revocation: {
            enabled: true,
            allowedPolicy: (
              _: OidcContext,
              client: { clientId: string },
              token: { clientId: string },
            ) => client.clientId === token.clientId,
          },
          resourceIndicators: {
            enabled: true,
            defaultResource: () => canonicalResource(baseUrl),
            useGrantedResource: () => true,
            getResourceServerInfo: (context: OidcContext, resource: string) =>
              checkRequest(library, baseUrl, context, resource),
          },
        },
        interactions: {
          policy: askAlways(library),
          url: (_: OidcContext, { uid }: { uid: string }) => `/connect/${uid}`,
        },
        findAccount: (_: OidcContext, accountId: string) => ({
          accountId,
          claims: () => ({ sub: accountId }),
        }),
        loadExistingGrant: (context: OidcContext) => whatWasAllowed(provider, context),
        expiresWithSession: () => false,
        issueRefreshToken: () => true,
        clientBasedCORS: () => true,
        renderError: errorPage,
      }),
  );
  provider.proxy = true;
  provider.silent = true;
  provider.on('server_error', (_context: unknown, error: Error) =>
    parts.log.error({ err: error }, 'unexpected error in OAuth'),
  );
  // Our own session decides who is signed in. So the library's session is never stored in a cookie.
  provider.on('authorization.success', (context: OidcContext) => {
    context.oidc.session.destroyed = true;
  });
  provider.Client.prototype.redirectUriAllowed = function allowed(uri) {
    const client = clients.registered.get(this.clientId) ?? {
      redirect_uris: this.unknown_redirect_uris ?? [],
      redirect_prefixes: [],
    };
    return mayRedirect(client, uri);
  };
  provider.AuthorizationCode.prototype.generateTokenId = () => mint('code');
  provider.registerResponseMode(REFUSAL, (context, redirect_uri, answer) => {
    const back = new URL(redirect_uri);
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    context.status = 303;
    context.redirect(back.href);
  });
  registerExchanges(library, provider, { baseUrl, parts, lifetimes });
  return provider;
}

/** Describes a client to the library. */
function publicClient(id: string, unknown_redirect_uris?: readonly string[]) {
  return {
    client_id: id,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
    // A placeholder, because `redirectUriAllowed` checks redirect addresses by our own rules.
    redirect_uris: ['https://client.invalid/'],
    ...(unknown_redirect_uris && { unknown_redirect_uris }),
  };
}

/** The library requires a key for identity tokens, although we never issue any. */
function neverUsedKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/**
 * Asks the user each time, even if the same permission was given before. No request is approved
 * without a decision.
 */
function askAlways({ interactionPolicy: { Prompt, Check } }: OidcLibrary) {
  const unanswered = new Check(
    'unanswered',
    'the user must allow this',
    'interaction_required',
    ({ oidc }) => !oidc.result?.consent,
  );
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, unanswered),
  ];
}

/** Uses the permission from the consent page instead of the library's own grant. */
function whatWasAllowed(provider: Provider, { oidc }: OidcContext) {
  const scope = oidc.result?.consent?.scopes.join(' ');
  if (!scope) return undefined;
  oidc.params['scope'] = scope;
  const grant = new provider.Grant({
    jti: 'allowed',
    accountId: oidc.account!.accountId,
    clientId: oidc.client!.clientId,
  });
  for (const resource of Object.keys(oidc.resourceServers)) grant.addResourceScope(resource, scope);
  return grant;
}
