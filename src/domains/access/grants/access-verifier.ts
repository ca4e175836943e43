import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Actor } from '../../../kit/context.ts';
import { oncePerTurn } from '../../../storage/calls/once-per-turn.ts';
import type { Db } from '../../../storage/database.ts';
import { LastUses } from '../keys/last-uses.ts';
import { updateLastUsed } from './grants.sql.ts';
import { grantTokenHash } from './token.ts';
import { selectAccess } from './tokens.sql.ts';

export interface AccessVerifier extends AsyncDisposable {
  /** Returns the actor of an access token for this resource, or null. */
  verify(token: string, resource: string): Promise<Actor | null>;
  /** Writes the recorded times of use to the database. */
  flush(): Promise<void>;
}

/**
 * Checks every access token against the database, so that all processes refuse a token as soon as
 * one of them revokes it. Records when grants are used.
 */
export function openAccessVerifier({
  db,
  clock,
  log,
  requireRoom,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  requireRoom(): void;
}): AccessVerifier {
  const uses = new LastUses((noted) => updateLastUsed(db, noted), { log, requireRoom });
  const accessOf = oncePerTurn((hash) => selectAccess(db, Buffer.from(hash, 'hex'), clock.now()));
  return {
    flush: () => uses.flush(),
    async verify(token, resource) {
      const access = await accessOf(grantTokenHash(token).toString('hex'));
      if (!access || access.resource !== resource) return null;
      const { user_id, grant_id, scopes, timezone, readiness } = access;
      uses.note({ user_id, id: grant_id, at: clock.now() });
      return { kind: 'oauth_grant', user_id, grant_id, scopes, account: { timezone, readiness } };
    },
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}
