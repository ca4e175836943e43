import pg from 'pg';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { isConnectionLost } from '../faults.ts';
import type { Signals } from '../signals.ts';
import type { ServerPool } from './pool.ts';

const CHANNEL = 'commonplace_changes';
/** The changes of this period are announced together, because a notification delays commits. */
const TOGETHER_MS = 15;
/** PostgreSQL accepts payloads of up to 8,000 bytes. With more users, all readers look. */
const MAX_USERS = 150;
const RECONNECT_MS = 1_000;

/**
 * Tells the other processes of a PostgreSQL server about changes. A notification is sent after the
 * commit, outside of its transaction, and may be lost: then the next regular poll finds the change.
 */
export class ServerSignals implements Signals {
  readonly #pool: ServerPool;
  readonly #url: string;
  readonly #log: Log;
  readonly #process = crypto.randomUUID();
  readonly #listeners = new Set<(user_id: string | null) => void>();
  readonly #connecting: Periodic;
  #client: pg.Client | null = null;
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: ServerPool, { url, log }: { url: string; log: Log }) {
    this.#pool = pool;
    this.#url = url;
    this.#log = log;
    this.#connecting = startPeriodic({
      name: 'listening to the database server',
      everyMs: RECONNECT_MS,
      log,
      atOnce: true,
      run: () => this.#connect(),
    });
  }

  send(user_id: string): void {
    this.#pending.add(user_id);
    this.#timer ??= setTimeout(() => void this.#flush(), TOGETHER_MS).unref();
  }

  subscribe(listener: (user_id: string | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#connecting[Symbol.asyncDispose]();
    await this.#client?.end().catch(() => {});
  }

  async #flush(): Promise<void> {
    const users = [...this.#pending];
    this.#pending = new Set();
    this.#timer = undefined;
    const message = JSON.stringify({
      by: this.#process,
      users: users.length > MAX_USERS ? null : users,
    });
    try {
      const client = await this.#pool.connect();
      try {
        await client.query('SELECT pg_notify($1, $2)', [CHANNEL, message]);
      } finally {
        client.release();
      }
    } catch (err) {
      this.#log.debug({ err }, 'a notification of changes was not sent');
    }
  }

  async #connect(): Promise<void> {
    if (this.#client) return;
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload }) => this.#heard(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#client = client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isConnectionLost(error)) throw error;
    }
  }

  #heard(payload: string | undefined): void {
    const { by, users } = JSON.parse(payload ?? '{}') as { by?: string; users?: string[] | null };
    if (by === this.#process) return;
    for (const listener of this.#listeners) {
      for (const user_id of users ?? [null]) listener(user_id);
    }
  }
}
