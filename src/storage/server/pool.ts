import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { databaseAway, isConnectionLost } from '../faults.ts';
import { WALL } from '../calls/walled-query.ts';
import { PendingCalls } from '../calls/pending-calls.ts';

/** A server that does not accept a connection within this time is considered unreachable. */
const CONNECT_MS = 2_500;
/** The maximum time of a statement. Migrations may take longer. */
const STATEMENT_MS = 60_000;
/** A statement without an answer after this time is checked through a new connection. */
const PROBE_AFTER_MS = 1_500;
const PROBE_EVERY_MS = 500;
/** A lost connection must be replaced within this time; otherwise the caller gets an error. */
const REPEAT_FOR_MS = 2_500;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 400;
const MAX_CONNECTIONS = 10;
const TOO_MANY_CONNECTIONS = '53300';
/** Compiling a statement takes longer than our statements do, and loading the compiler even more. */
const NO_JIT = 'SET jit = off';

export interface ServerLimits {
  /** The maximum time of a statement. */
  statementMs?: number | undefined;
  maxConnections?: number | undefined;
}

/**
 * The pool's `connectionTimeoutMillis` includes the wait for a free connection; this limit covers
 * only connecting.
 */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Connections to a PostgreSQL server, each of which may be lost at any moment. */
export class ServerPool {
  readonly #pool: pg.Pool;
  readonly #url: string;
  /**
   * The calls that wait for a connection or an answer. An outage rejects all these calls together.
   */
  readonly #calls = new PendingCalls();
  readonly #watch: Periodic;

  constructor(
    url: string,
    log: Log,
    { statementMs = STATEMENT_MS, maxConnections = MAX_CONNECTIONS }: ServerLimits = {},
  ) {
    this.#url = url;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      Client,
      keepAlive: true,
      query_timeout: statementMs,
      onConnect: async (client) => {
        // Whoever uses the connection gets the error. Without a listener, it would end the process.
        client.on('error', () => {});
        await client.query(NO_JIT);
        await client.query(WALL);
      },
    });
    // The pool reports errors of idle connections.
    this.#pool.on('error', (error) => log.warn({ err: error }, 'lost a database connection'));
    this.#watch = startPeriodic({
      name: 'the probe of the database server',
      everyMs: PROBE_EVERY_MS,
      log,
      run: () => this.#probe(),
    });
  }

  async connect(): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await this.untilOutage(connecting);
    } catch (error) {
      connecting.then((client) => client.release()).catch(() => {});
      throw error;
    }
  }

  /** Returns the promise, which also rejects when the server is unreachable. */
  untilOutage<T>(promise: Promise<T>): Promise<T> {
    return this.#calls.guard(promise);
  }

  /**
   * Repeats work that failed because its connection was lost, if `mayRepeat` says that this is
   * safe.
   */
  async repeat<T>(work: () => Promise<T>, mayRepeat = isConnectionLost): Promise<T> {
    const until = performance.now() + REPEAT_FOR_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!mayRepeat(error)) throw error;
        if (performance.now() + pause > until) throw databaseAway(error);
      }
      await wait(pause);
    }
  }

  /** Runs a text with several statements; a failure leaves no open transaction. */
  async script(text: string): Promise<pg.QueryResult | pg.QueryResult[]> {
    const client = await this.repeat(() => this.connect());
    try {
      // Migrations have no time limit.
      return await client.query({ text, query_timeout: 2 ** 31 - 1 } as pg.QueryConfig);
    } catch (error) {
      if (!isConnectionLost(error)) await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  end(): Promise<void> {
    // Not awaited: with an unreachable server, a running probe would delay the shutdown.
    void this.#watch[Symbol.asyncDispose]();
    return this.#pool.end();
  }

  /** Distinguishes a slow statement from a dead connection. */
  async #probe(): Promise<void> {
    if (this.#calls.longestMs < PROBE_AFTER_MS) return;
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      // A server that has no free connection for this probe still serves the existing connections.
      const isFull = (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
      if (isConnectionLost(error) && !isFull) this.#calls.refuseAll(error);
    } finally {
      client.end().catch(() => {});
    }
  }
}
