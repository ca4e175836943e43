import pg from 'pg';
import { z } from 'zod';
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
const CONNECT_MS = 2_500;

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
      run: (stopping) => this.#connect(stopping),
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
    // Not awaited: an unreachable server would delay the shutdown.
    void this.#connecting[Symbol.asyncDispose]();
    void this.#client?.end().catch(() => {});
    this.#client = null;
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
      let isUsable = false;
      try {
        await client.query('SELECT pg_notify($1, $2)', [CHANNEL, message]);
        isUsable = true;
      } finally {
        // A late answer on this connection would be taken for the answer to its next statement.
        client.release(!isUsable);
      }
    } catch (err) {
      this.#log.debug({ err }, 'a notification of changes was not sent');
    }
  }

  async #connect(stopping: AbortSignal): Promise<void> {
    if (this.#client) return;
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload }) => this.#heard(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (stopping.aborted) return void client.end().catch(() => {});
      this.#client = client;
    } catch (error) {
      void client.end().catch(() => {});
      if (!isConnectionLost(error)) throw error;
    }
  }

  #heard(payload: string | undefined): void {
    const message = readMessage(payload);
    if (message.by === this.#process) return;
    for (const listener of this.#listeners) {
      for (const user_id of message.users ?? [null]) listener(user_id);
    }
  }
}

const Message = z.object({ by: z.string(), users: z.array(z.string()).nullable() });

/** Reads a notification. One that another program sent means that anything may have changed. */
function readMessage(payload: string | undefined): z.infer<typeof Message> {
  try {
    return Message.parse(JSON.parse(payload ?? ''));
  } catch {
    return { by: '', users: null };
  }
}
