/** Sign-in with the OpenID Connect provider of the operator. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/errors.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { service } from '../service/service.ts';

export const oidcQuery = queryOptions({
  queryKey: ['oidc'],
  queryFn: () => service.describeOidc(),
});

export const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => service.getSignInMethods(),
});

/** The longest address to which the service returns. */
const MAX_PATH = 500;

export async function startOidc(given: { to: string; invitation?: string | undefined }) {
  const { to, invitation } = given;
  const { url } = await service.startOidcSignIn({
    return_to: to.length > MAX_PATH ? '/' : to,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(invitation && { invitation }),
  });
  location.assign(url);
}

/** Returns the reason that the service put into the address, or the error of a request, as a sentence. */
export function oidcProblem(name: string, error: unknown): string | null {
  if (error) {
    const isAway = error instanceof ApiError && error.status === 503;
    return isAway ? m.oidc_unavailable({ name }) : toMessage(error);
  }
  const reason = new URLSearchParams(location.search).get('oidc_error');
  if (reason === null) return null;
  return (REASONS[reason] ?? m.oidc_failed)({ name });
}

const REASONS: Record<string, (given: { name: string }) => string> = {
  cancelled: m.oidc_cancelled,
  expired: m.oidc_expired,
  other_user: m.oidc_expired,
  no_account: m.oidc_no_account,
  address_taken: m.oidc_no_account,
  no_address: m.oidc_no_address,
  taken: m.oidc_taken,
  unavailable: m.oidc_unavailable,
  not_configured: m.oidc_unavailable,
};
