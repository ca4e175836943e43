import { Unrecognised } from '../../core/errors.ts';

const NAMES = ['access_token', 'token', 'api_key', 'key'];

/** Refuses a request with a credential in its address (RFC 6750, 5.3). */
export function refuseLeaked(query: unknown): void {
  const leaked = NAMES.find((name) => Object.hasOwn(query as object, name));
  if (leaked === undefined) return;
  throw new Unrecognised(
    'Send the credential in the header Authorization, never in the address ' +
      `(${leaked}): addresses end up in logs. Revoke this credential.`,
  );
}
