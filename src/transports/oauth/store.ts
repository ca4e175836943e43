import type { Adapter, OidcContext } from 'oidc-provider';
import { findClient } from '../../domains/access/grants/client-documents.ts';
import type { ClientDirectory } from '../../domains/access/grants/client-documents.ts';
import type { Lifetimes } from '../../domains/access/grants/grant.ts';
import { storeCode } from '../../domains/access/grants/token-issue.ts';
import { clientOfToken, revokeToken } from '../../domains/access/grants/token-revocation.ts';
import { findRequest, deleteRequest, storeRequest } from '../../domains/access/grants/requests.ts';
import type { OidcLibrary } from './library.ts';
import type { Parts } from '../../kit/context.ts';
import { assistantScope } from '../../core/scopes.ts';

/** The number of seconds that a person has for the decision. */
export const REQUEST_SECONDS = 900;

interface StoreParts {
  parts: Parts;
  clients: ClientDirectory;
  /** Describes a client to the library. */
  publicClient(id: string, redirect_uris: readonly string[]): object;
  lifetimes: Lifetimes;
  /** The resource for which every code is valid. */
  resource: string;
}

/** The fields that the library stores with an authorization code, under its own names. */
interface Code {
  accountId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  scope: string;
}

const nothing = async () => undefined;

/** An adapter that stores and finds nothing, for the kinds of records that we do not use. */
const empty: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

/** Opens the library's storage, with an adapter for each kind of record. */
export function openGrantStore(
  { Provider }: OidcLibrary,
  { parts, clients, publicClient, lifetimes, resource }: StoreParts,
) {
  const adapters: Record<string, Partial<Adapter>> = {
    Interaction: {
      upsert: (id, payload, seconds) => storeRequest(parts, id, payload, seconds),
      find: async (id) => (await findRequest(parts, id)) ?? undefined,
      destroy: (id) => deleteRequest(parts, id),
    },
    AuthorizationCode: {
      upsert: async (code, payload) => {
        const { accountId, clientId, redirectUri, codeChallenge, scope } = payload as Code;
        const allowed = {
          user_id: accountId,
          client: (await findClient(parts, clients, clientId))!,
          redirect_uri: redirectUri,
          code_challenge: codeChallenge,
          resource,
          scopes: scope.split(' ').map((word) => assistantScope(word)!),
          grant_ends_at: endChosen(Provider.ctx),
        };
        return storeCode(parts, code, allowed, lifetimes);
      },
    },
    // The library looks up clients here that are not registered. At the token endpoint, such a
    // client proves itself by its code or token, so nothing else has to be stored about it.
    Client: {
      find: async (id) =>
        clients.unknownUrl(id)
          ? publicClient(id, (await findClient(parts, clients, id))?.redirect_uris ?? [])
          : undefined,
    },
    // The library looks up tokens only to revoke them.
    AccessToken: tokens(parts),
    RefreshToken: tokens(parts),
  };
  return (kind: string): Adapter => ({ ...empty, ...adapters[kind] });
}

/** Returns the end of the connection that the user chose on the consent page. */
function endChosen(context: OidcContext | undefined): Date | null {
  const ends_at = context?.oidc.result?.consent?.ends_at;
  return typeof ends_at === 'string' ? new Date(ends_at) : null;
}

function tokens(parts: Parts): Partial<Adapter> {
  return {
    find: async (token) => {
      const clientId = await clientOfToken(parts, token);
      return clientId === null ? undefined : { jti: token, clientId };
    },
    destroy: (token) => revokeToken(parts, token),
  };
}
