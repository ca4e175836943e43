import { escapeLiteral } from 'pg';
import type { PoolClient, QueryResult } from 'pg';
import { WALL, wallValues, type Asker } from '../calls/walled-query.ts';
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
  readonly #asker: Asker | undefined;
  #client: PoolClient | undefined;
  #inTransaction = false;

  constructor(pool: ServerPool, asker?: Asker) {
    this.#pool = pool;
    this.#asker = asker;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    try {
      if (BEGIN.test(text)) return await this.#begin(text);
      if (this.#inTransaction) return await this.#inside(text, values);
      if (READ.test(text))
        return await this.#pool.repeat(() => this.#send(text, values, this.#asker));
      return await this.#pool.repeat(() => this.#send(text, values, this.#asker), wasNotSent);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  release(): void {
    this.#client?.release();
    this.#client = undefined;
  }

  async #begin(text: string): Promise<QueryResult> {
    const begin = () => this.#send(text + this.#wall(), []);
    const begun = await this.#pool.repeat(begin).catch((error: unknown) => {
      // The wall failed after the transaction began, so the connection is not reused.
      this.#discard();
      throw error;
    });
    this.#inTransaction = true;
    return begun;
  }

  /** The wall of a transaction goes with its begin, which the simple protocol sends as one text. */
  #wall(): string {
    if (!this.#asker) return '';
    const values = wallValues(this.#asker).map(escapeLiteral);
    return `; ${WALL.text.replace(/\$([12])/g, (_, at) => values[Number(at) - 1]!)}`;
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

  async #send(text: string, values: readonly unknown[], asker?: Asker): Promise<QueryResult> {
    this.#client ??= await this.#pool.connect().catch((cause: unknown) => {
      throw isConnectionLost(cause) ? new NotSent(cause) : cause;
    });
    try {
      return await this.#pool.untilOutage(runStatement(this.#client, text, values, asker));
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
