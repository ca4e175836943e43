import type { PoolClient, QueryResult } from 'pg';
import { isConnectionLost, toStorageError } from '../faults.ts';
import { EMPTY_RESULT, runStatement } from '../calls/statement-names.ts';
import type { ServerPool } from './pool.ts';

const BEGIN = /^(begin|start transaction)/;
const END = /^(commit|rollback)/;
/**
 * Matches reads that can safely run twice: reads that take no lock and call no function that
 * changes data.
 */
const READ = /^\s*select\b(?!.*\b(for (no key )?update|for (key )?share|pg_advisory|nextval)\b)/is;

/**
 * One connection, with the interface that Kysely expects. If the connection is lost, a transaction
 * that has only begun, or a single read, is repeated on a new connection. For any other statement
 * the result is unknown, so the caller gets an error.
 */
export class ServerLease {
  readonly #pool: ServerPool;
  #client: PoolClient | undefined;
  #inTransaction = false;

  constructor(pool: ServerPool) {
    this.#pool = pool;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    try {
      if (BEGIN.test(text)) return await this.#begin(text);
      if (this.#inTransaction) return await this.#inside(text, values);
      if (READ.test(text)) return await this.#pool.repeat(() => this.#send(text, values));
      return await this.#pool.repeat(() => this.#send(text, values), wasNotSent);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  release(): void {
    this.#client?.release();
    this.#client = undefined;
  }

  async #begin(text: string): Promise<QueryResult> {
    const begun = await this.#pool.repeat(() => this.#send(text, []));
    this.#inTransaction = true;
    return begun;
  }

  async #inside(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const isEnd = END.test(text);
    if (isEnd) this.#inTransaction = false;
    if (!this.#client) {
      // The server rolled back the transaction when the connection broke.
      if (text === 'rollback') return EMPTY_RESULT;
      throw new Error('Connection terminated in a transaction');
    }
    return this.#send(text, values);
  }

  async #send(text: string, values: readonly unknown[]): Promise<QueryResult> {
    this.#client ??= await this.#pool.connect().catch((cause: unknown) => {
      throw isConnectionLost(cause) ? new NotSent(cause) : cause;
    });
    try {
      return await this.#pool.untilOutage(runStatement(this.#client, text, values));
    } catch (error) {
      if (isConnectionLost(error)) this.#discard();
      throw error;
    }
  }

  #discard(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }
}

/** The statement failed before it was sent. */
class NotSent extends Error {
  constructor(cause: unknown) {
    super('Connection terminated before the statement was sent', { cause });
  }
}

/**
 * Returns whether the driver refused the statement immediately, because it knew that the connection
 * was dead.
 */
function wasNotSent(error: unknown): boolean {
  return error instanceof NotSent || (error as Error).message.includes('not queryable');
}
