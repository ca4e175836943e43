import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Actor } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { updateLastUsed } from './grants.sql.ts';
import { tokenHash } from './token.ts';
import { selectAccess } from './tokens.sql.ts';

const FLUSH_MS = 10_000;

export interface AccessVerifier extends AsyncDisposable {
  /** The actor behind an access token for this resource, or null. */
  verify(token: string, resource: string): Promise<Actor | null>;
  /** Writes the uses that were noted. */
  flush(): Promise<void>;
}

/**
 * Checks access tokens, each time in the database: what is revoked by one process is refused by all.
 * Notes when grants were used, as keys are: in memory, written together every ten seconds.
 */
export function openAccessVerifier({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Log;
}): AccessVerifier {
  let uses = new Map<string, { user_id: string; id: string; at: Date }>();

  const flush = async () => {
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    await updateLastUsed(db, [...written.values()]).catch((error) =>
      log.warn({ err: error }, 'last use of grants not written'),
    );
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    flush,
    async verify(token, resource) {
      const now = clock.now();
      const access = await selectAccess(db, tokenHash(token), now);
      if (!access || access.resource !== resource) return null;
      const { user_id, grant_id, scopes } = access;
      uses.set(grant_id, { user_id, id: grant_id, at: now });
      return { kind: 'oauth_grant', user_id, grant_id, scopes };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}
