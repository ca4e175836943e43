import type { Client, QueryResult } from 'pg';
import { NoRoom } from '../../core/errors.ts';
import type { DiskSpace } from '../disk-space.ts';
import { DISK_FULL_MESSAGE, toStorageError } from '../faults.ts';
import { EMPTY_RESULT, runStatement } from '../calls/statement-names.ts';
import { WALL, wallValues, type Asker } from '../calls/walled-query.ts';
import { ChangeCounts } from './change-counts.ts';
import type { StallWatch } from './stall-watch.ts';

const WRITES = /\b(insert\s+into|update|delete\s+from)\b/i;

/**
 * Lets many callers share the one session of the embedded database.
 *
 * Single statements are pipelined as they arrive. A transaction holds the session from its BEGIN
 * until its COMMIT has been *sent*. Other statements wait for this, so that no statement runs
 * inside another caller's transaction. BEGIN is not awaited, because the pipeline keeps the order;
 * that saves each transaction a round trip.
 */
export class SharedSession {
  readonly #client: Client;
  readonly #disk: Pick<DiskSpace, 'isFull'>;
  readonly #stall: StallWatch;
  readonly changes = new ChangeCounts();
  /** Settles when the COMMIT or ROLLBACK of the current transaction has been sent. */
  #gate: Promise<void> = Promise.resolve();

  constructor(
    client: Client,
    { disk, stall }: { disk: Pick<DiskSpace, 'isFull'>; stall: StallWatch },
  ) {
    this.#client = client;
    this.#disk = disk;
    this.#stall = stall;
  }

  /** The part of the pool interface that Kysely uses: each caller gets a separate connection. */
  connect(asker?: Asker): Promise<Lease> {
    return Promise.resolve(new Lease(this, asker));
  }

  async end(): Promise<void> {
    await this.#gate;
  }

  /** Waits for the current transaction, then sends at once. */
  async send(text: string, values: readonly unknown[], asker?: Asker): Promise<QueryResult> {
    await this.#gate;
    return this.sendNow(text, values, asker);
  }

  /** Throws while the database thread hangs. */
  refuseWhileStalled(): void {
    this.#stall.refuseWhileStalled();
  }

  async sendNow(text: string, values: readonly unknown[], asker?: Asker): Promise<QueryResult> {
    if (!/^(commit|rollback)$/i.test(text)) this.refuseWhileStalled();
    if (this.#disk.isFull && WRITES.test(text)) throw new NoRoom(DISK_FULL_MESSAGE);
    const countEnd = this.changes.begin(text);
    try {
      return await this.#stall.guard(runStatement(this.#client, text, values, asker));
    } catch (error) {
      throw toStorageError(error);
    } finally {
      countEnd();
    }
  }

  /** Reserves the session; the returned function releases it. */
  async take(): Promise<() => void> {
    const before = this.#gate;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = before.then(() => promise);
    await before;
    return resolve;
  }

  /** Runs a text with several statements as one unit; a failure leaves no half-open transaction. */
  async script(text: string): Promise<QueryResult> {
    const giveBack = await this.take();
    try {
      this.refuseWhileStalled();
      return await this.sendNow(text, []).catch((error: unknown) => {
        // The pipeline keeps the order, so the rollback need not be awaited.
        this.sendNow('rollback', []).catch(() => {});
        throw error;
      });
    } finally {
      giveBack();
    }
  }
}

class Lease {
  readonly #session: SharedSession;
  readonly #asker: Asker | undefined;
  #giveBack: (() => void) | undefined;
  #begun: Promise<unknown> = Promise.resolve();

  constructor(session: SharedSession, asker: Asker | undefined) {
    this.#session = session;
    this.#asker = asker;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    if (text === 'begin' || text.startsWith('start transaction')) return this.#begin(text);
    if (!this.#giveBack) return this.#session.send(text, values, this.#asker);
    if (text !== 'commit' && text !== 'rollback') return this.#session.sendNow(text, values);
    return this.#end(text);
  }

  release(): void {
    this.#giveBack?.();
    this.#giveBack = undefined;
  }

  async #begin(text: string): Promise<QueryResult> {
    this.#giveBack = await this.#session.take();
    try {
      this.#session.refuseWhileStalled();
    } catch (error) {
      this.release();
      throw error;
    }
    const begun = [this.#session.sendNow(text, [])];
    if (this.#asker) begun.push(this.#session.sendNow(WALL.text, wallValues(this.#asker)));
    this.#begun = Promise.all(begun);
    this.#begun.catch(() => {});
    return EMPTY_RESULT;
  }

  async #end(text: string): Promise<QueryResult> {
    const ended = this.#session.sendNow(text, []);
    this.release();
    // Both promises reject when the database fails. Sequential awaits would leave the second
    // rejection unhandled.
    const [, result] = await Promise.all([this.#begun, ended]);
    return result;
  }
}
