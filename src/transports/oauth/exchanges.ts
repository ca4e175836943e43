import type { OidcContext, Provider } from 'oidc-provider';
import type { Lifetimes } from '../../domains/access/grants/grant.ts';
import { exchangeCode, refresh } from '../../domains/access/grants/token-issue.ts';
import type { TokenRefusal, TokenPair } from '../../domains/access/grants/token-issue.ts';
import { isEndpoint } from '../../domains/access/grants/resource.ts';
import type { Parts } from '../../kit/context.ts';
import { scopesAsked } from './authorization-request.ts';
import type { OidcLibrary } from './library.ts';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Exchanges codes and refresh tokens by our own rules, each exchange in one transaction. */
export function registerExchanges(
  { errors }: OidcLibrary,
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
  const answer = (context: OidcContext, outcome: TokenPair | TokenRefusal) => {
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
      const asked = scopesAsked(context);
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
