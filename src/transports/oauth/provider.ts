import { generateKeyPairSync } from 'node:crypto';
import type { Provider, OidcContext } from 'oidc-provider';
import { mayRedirect } from '../../domains/grants/clients.ts';
import type { Clients } from '../../domains/grants/clients.ts';
import type { Lifetimes } from '../../domains/grants/grant.ts';
import { exchangeCode, refresh } from '../../domains/grants/issuing.ts';
import type { Refusal, TokenPair } from '../../domains/grants/issuing.ts';
import { canonicalResource, isEndpoint } from '../../domains/grants/resource.ts';
import { mint } from '../../domains/grants/token.ts';
import type { Parts } from '../../kit/context.ts';
import { ASSISTANT_SCOPES, assistantScope, dotted } from '../../kit/scopes.ts';
import { loadLibrary } from './library.ts';
import type { Library } from './library.ts';
import { errorPage } from './error-page.ts';
import { openStore, REQUEST_SECONDS } from './store.ts';

export interface ProviderParts {
  parts: Parts;
  clients: Clients;
  lifetimes: Lifetimes;
  /** Signs what the browser carries. */
  secret: string;
}

/**
 * The protocol as oidc-provider speaks it. It reads requests, knows clients and answers errors; what
 * is allowed is asked on our pages, and what is given out is decided in domains/grants.
 */
export async function openProvider(
  baseUrl: string,
  { parts, clients, lifetimes, secret }: ProviderParts,
): Promise<Provider> {
  const library = await loadLibrary();
  const provider = library.quietly(
    () =>
      new library.Provider(baseUrl, {
        adapter: openStore({ parts, clients, lifetimes, resource: canonicalResource(baseUrl) }),
        clients: [...clients.keys()].map(publicClient),
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
  // Who is signed in is our session's business: the library's own never reaches a cookie.
  provider.on('authorization.success', (context: OidcContext) => {
    context.oidc.session.destroyed = true;
  });
  provider.Client.prototype.redirectUriAllowed = function allowed(uri) {
    const client = clients.get(this.clientId);
    return client !== undefined && mayRedirect(client, uri);
  };
  provider.AuthorizationCode.prototype.generateTokenId = () => mint('code');
  registerGrants(library, provider, { baseUrl, parts, lifetimes });
  return provider;
}

function publicClient(id: string) {
  return {
    client_id: id,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    id_token_signed_response_alg: 'ES256',
    // Ours are checked by our rules (`redirectUriAllowed`).
    redirect_uris: ['https://client.invalid/'],
  };
}

/** The library wants a key for identity tokens, which we never give. */
function neverUsedKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/** People are asked each time, also when they allowed the same before: silence approves nothing. */
function askAlways({ interactionPolicy: { Prompt, Check } }: Library) {
  const unanswered = new Check(
    'unanswered',
    'the user has to allow this',
    'interaction_required',
    ({ oidc }) => !oidc.result?.consent,
  );
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, unanswered),
  ];
}

/** Words of OpenID Connect that clients say out of habit. They get nothing for them. */
const HABITS = ['openid', 'profile', 'email', 'offline_access'];

function checkRequest(
  { errors }: Library,
  baseUrl: string,
  { oidc: { params } }: OidcContext,
  resource: string,
) {
  if (!isEndpoint(baseUrl, resource)) {
    throw new errors.InvalidTarget(`resource must be ${canonicalResource(baseUrl)}`);
  }
  const asked = words(params['scope']).filter((word) => !HABITS.includes(word));
  const unknown = asked.filter((word) => !assistantScope(word));
  if (unknown.length > 0) {
    throw new errors.InvalidScope(
      `There is no such scope. Available: ${ASSISTANT_SCOPES.map(dotted).join(' ')}`,
      unknown.join(' '),
    );
  }
  params['scope'] = asked.map((word) => dotted(assistantScope(word)!)).join(' ') || undefined;
  return {
    audience: canonicalResource(baseUrl),
    scope: ASSISTANT_SCOPES.map(dotted).join(' '),
    accessTokenFormat: 'opaque',
  };
}

function words(scope: string | string[] | undefined): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
}

/** What the user has just allowed on the consent page stands in for the library's grant. */
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

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Codes and refresh tokens are exchanged by our own rules, each in one transaction. */
function registerGrants(
  { errors }: Library,
  provider: Provider,
  { baseUrl, parts, lifetimes }: { baseUrl: string; parts: Parts; lifetimes: Lifetimes },
): void {
  const given = ({ oidc }: OidcContext, name: string): string => {
    const value = oidc.params[name];
    if (typeof value !== 'string') throw new errors.InvalidRequest(`${name} is missing`);
    return value;
  };
  const resourcesOf = ({ oidc: { params } }: OidcContext) => [params['resource'] ?? []].flat();
  const areEndpoint = (context: OidcContext) =>
    resourcesOf(context).every((resource) => isEndpoint(baseUrl, resource));
  const answer = (context: OidcContext, outcome: TokenPair | Refusal) => {
    if ('refused' in outcome) {
      throw new errors.CustomOIDCProviderError(outcome.refused, outcome.because);
    }
    const { scopes, ...pair } = outcome;
    context.body = { ...pair, token_type: 'Bearer', scope: scopes.join(' ') };
  };

  provider.registerGrantType(
    'authorization_code',
    async (context) => {
      const code_verifier = given(context, 'code_verifier');
      if (!VERIFIER.test(code_verifier)) {
        throw new errors.InvalidRequest('code_verifier must be 43 to 128 of A-Z a-z 0-9 . _ ~ -');
      }
      const exchange = {
        client_id: context.oidc.client!.clientId,
        code: given(context, 'code'),
        redirect_uri: given(context, 'redirect_uri'),
        code_verifier,
        isForEndpoint: areEndpoint(context),
      };
      answer(context, await exchangeCode(parts, exchange, lifetimes));
    },
    ['code', 'redirect_uri', 'code_verifier', 'resource'],
    ['resource'],
  );

  provider.registerGrantType(
    'refresh_token',
    async (context) => {
      const asked = words(context.oidc.params['scope']).filter((word) => !HABITS.includes(word));
      const exchange = {
        client_id: context.oidc.client!.clientId,
        refresh_token: given(context, 'refresh_token'),
        scopes: asked.length > 0 ? asked : null,
        isForEndpoint: areEndpoint(context),
      };
      answer(context, await refresh(parts, exchange, lifetimes));
    },
    ['refresh_token', 'scope', 'resource'],
    ['resource'],
  );
}
