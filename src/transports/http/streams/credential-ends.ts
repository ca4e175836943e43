import { accountDeleted, sessionsEnded } from '../../../domains/accounts/accounts.ts';
import { grantRevoked } from '../../../domains/access/grants/grant.ts';
import { keyRevoked } from '../../../domains/access/keys/keys.ts';
import type { Actor, Parts } from '../../../kit/context.ts';

/**
 * Calls `check` whenever a credential of the caller's user has ended, in this process or in another.
 * Streams then check their own credential. Returns a function that stops this.
 */
export function onCredentialEnd(
  outbox: Parts['outbox'],
  caller: Actor,
  check: () => void,
): () => void {
  if (caller.kind === 'nobody') return () => {};
  const tell = ({ user_id }: { user_id: string }) => {
    if (user_id === caller.user_id) check();
  };
  const stops = [
    outbox.subscribe(keyRevoked, tell),
    outbox.subscribe(grantRevoked, tell),
    outbox.subscribe(sessionsEnded, tell),
    outbox.subscribe(accountDeleted, tell),
  ];
  return () => stops.forEach((stop) => stop());
}
