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
/**
 * A lost connection must be replaced within this time; otherwise the caller gets an error. When no
 * statement was answered for this long after a failure, the server is away, and all callers get an
 * error at once, until the probe reaches the server again. So a request with many statements does
 * not wait once for each.
 */
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
  /** The calls that wait for a connection. */
  readonly #connects = new PendingCalls();
  /** The first failure since the last answer of the server. */
  #outage: { since: number; cause: unknown; timer: NodeJS.Timeout } | null = null;
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
      return await this.#connects.guard(this.#calls.guard(connecting));
    } catch (error) {
      if (isConnectionLost(error)) this.#noteFailure(error);
      connecting.then((client) => client.release()).catch(() => {});
      throw error;
    }
  }

  /** Returns the answer to a statement; also rejects when the server is unreachable. */
  async untilOutage<T>(answer: Promise<T>): Promise<T> {
    try {
      const answered = await this.#calls.guard(answer);
      this.#noteAnswer();
      return answered;
    } catch (error) {
      if (isConnectionLost(error)) this.#noteFailure(error);
      else this.#noteAnswer();
      throw error;
    }
  }

  /**
   * Repeats work that failed because its connection was lost, if `mayRepeat` says that this is
   * safe.
   */
  async repeat<T>(work: () => Promise<T>, mayRepeat = isConnectionLost): Promise<T> {
    const began = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (this.#isAway) throw databaseAway(this.#outage?.cause);
      try {
        return await work();
      } catch (error) {
        if (!mayRepeat(error)) throw error;
        const until = Math.min(began, this.#outage?.since ?? began) + REPEAT_FOR_MS;
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
    this.#noteAnswer();
    // Not awaited: with an unreachable server, a running probe would delay the shutdown.
    void this.#watch[Symbol.asyncDispose]();
    return this.#pool.end();
  }

  get #isAway(): boolean {
    return this.#outage !== null && performance.now() - this.#outage.since > REPEAT_FOR_MS;
  }

  #noteAnswer(): void {
    clearTimeout(this.#outage?.timer);
    this.#outage = null;
  }

  #noteFailure(cause: unknown): void {
    if (this.#outage) return;
    const refuse = () => this.#connects.refuseAll(cause);
    const timer = setTimeout(refuse, REPEAT_FOR_MS).unref();
    this.#outage = { since: performance.now(), cause, timer };
  }

  /** Distinguishes a slow statement from a dead connection, and notices the end of an outage. */
  async #probe(): Promise<void> {
    if (this.#calls.longestMs < PROBE_AFTER_MS && !this.#isAway) return;
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => {});
    try {
      await client.connect();
      this.#noteAnswer();
    } catch (error) {
      // A server that has no free connection for this probe still serves the existing connections.
      const isFull = (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
      if (isConnectionLost(error) && !isFull) this.#calls.refuseAll(error);
    } finally {
      client.end().catch(() => {});
    }
  }
}
