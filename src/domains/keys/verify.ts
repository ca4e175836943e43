import type { Log } from '../../core/log.ts';
import type { Actor } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { keyHash } from './key.ts';
import { selectKeyByHash, updateLastUsed } from './keys.sql.ts';

const FLUSH_MS = 10_000;

export interface KeyVerifier extends AsyncDisposable {
  /** The actor behind a key, or null when there is no such key. */
  verify(key: string, now: Date): Promise<Actor | null>;
  /** Writes the uses that were noted. */
  flush(): Promise<void>;
}

/** Checks keys, and notes when they were used: in memory, written together every ten seconds. */
export function openKeyVerifier({ db, log }: { db: Db; log: Log }): KeyVerifier {
  let uses = new Map<string, { user_id: string; id: string; at: Date }>();

  const flush = async () => {
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    await updateLastUsed(db, [...written.values()]).catch((error) =>
      log.warn({ err: error }, 'last use of keys not written'),
    );
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    flush,
    async verify(key, now) {
      const row = await selectKeyByHash(db, keyHash(key));
      if (!row) return null;
      const { user_id, id, scopes, timezone } = row;
      uses.set(id, { user_id, id, at: now });
      return row.family === 'mcp'
        ? { kind: 'mcp_key', user_id, key_id: id, scopes, timezone }
        : { kind: 'developer_key', user_id, key_id: id, scopes };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}
