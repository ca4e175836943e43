import type { OidcContext } from 'oidc-provider';
import { canonicalResource, isEndpoint } from '../../domains/access/grants/resource.ts';
import { ASSISTANT_SCOPES, assistantScope, dotted } from '../../core/scopes.ts';
import type { OidcLibrary } from './library.ts';

/**
 * Scopes of OpenID Connect that many clients always request. The service accepts these scopes
 * without giving any permission.
 */
const HABITS = ['openid', 'profile', 'email', 'offline_access'];

/** Returns the scopes of a request as the client wrote them, without `HABITS`. */
export function scopesAsked({ oidc: { params } }: OidcContext): string[] {
  const { scope } = params;
  const words = typeof scope === 'string' ? scope.split(' ') : [];
  return words.filter((word) => word !== '' && !HABITS.includes(word));
}

/**
 * Refuses an invalid request, and reduces its `scope` to the scopes for assistants. Returns the
 * resource for the library.
 */
export function checkRequest(
  { errors }: OidcLibrary,
  baseUrl: string,
  context: OidcContext,
  resource: string,
) {
  if (!isEndpoint(baseUrl, resource)) {
    throw new errors.InvalidTarget(`resource must be ${canonicalResource(baseUrl)}`);
  }
  // The challenge must be a SHA-256 hash (RFC 7636, 4.2). The library would also accept longer
  // texts.
  if (!/^[\w-]{43}$/.test(String(context.oidc.params['code_challenge']))) {
    throw new errors.InvalidRequest('code_challenge must be 43 of A-Z a-z 0-9 - _');
  }
  const asked = scopesAsked(context);
  const unknown = asked.filter((word) => !assistantScope(word));
  if (unknown.length > 0) {
    throw new errors.InvalidScope(
      `Unknown scope. Available: ${ASSISTANT_SCOPES.map(dotted).join(' ')}`,
      unknown.join(' '),
    );
  }
  context.oidc.params['scope'] =
    asked.map((word) => dotted(assistantScope(word)!)).join(' ') || undefined;
  return {
    audience: canonicalResource(baseUrl),
    scope: ASSISTANT_SCOPES.map(dotted).join(' '),
    accessTokenFormat: 'opaque',
  };
}
