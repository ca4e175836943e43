import type { Clock } from '../../../core/clock.ts';
import { uuidv7 } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import type { Actor } from '../../../kit/context.ts';
import { keptAnswers } from '../../../storage/calls/kept-answers.ts';
import { oncePerTurn } from '../../../storage/calls/once-per-turn.ts';
import type { Database } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import { logKeyEvent } from './key-events.ts';
import { keyHash } from './key.ts';
import { selectKeyByHash, selectUnusedKeys, updateKeyUse } from './keys.sql.ts';
import { LastUses } from './last-uses.ts';
import type { Use } from './last-uses.ts';

export interface KeyVerifier extends AsyncDisposable {
  /** Returns the actor of a key, or null when the key does not exist. */
  verify(key: string, now: Date): Promise<Actor | null>;
  /** Writes the recorded times of use to the database. */
  flush(): Promise<void>;
}

const KINDS = { developer: 'developer_key', mcp: 'mcp_key', device: 'device_key' } as const;

/** Checks keys and records when they are used. */
export function openKeyVerifier({
  database,
  clock,
  log,
}: {
  database: Pick<Database, 'db' | 'changesOf' | 'requireRoom'>;
  clock: Clock;
  log: Log;
}): KeyVerifier {
  const { db, requireRoom } = database;
  const keyOf = keptAnswers(
    database.changesOf(['api_keys', 'users']),
    oncePerTurn((hash) => selectKeyByHash(db, Buffer.from(hash, 'hex'))),
  );
  const store = (noted: readonly Use[]) =>
    transaction(db, async (tx) => {
      const ids = noted.map(({ id }) => id);
      for (const key of await selectUnusedKeys(tx, ids)) {
        await logKeyEvent({ db: tx, clock, newId: uuidv7 }, 'key_first_used', key);
      }
      await updateKeyUse(tx, noted);
    });
  const uses = new LastUses(store, { log, requireRoom });
  return {
    flush: () => uses.flush(),
    async verify(key, now) {
      const row = await keyOf(keyHash(key).toString('hex'));
      if (!row) return null;
      const { user_id, id, scopes, timezone, readiness } = row;
      uses.note({ user_id, id, at: now });
      return {
        kind: KINDS[row.family],
        user_id,
        key_id: id,
        scopes,
        account: { timezone, readiness },
      };
    },
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}
