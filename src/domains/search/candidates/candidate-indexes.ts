import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';
import type { IndexChange, SearchWorker } from '../../../engines/search/search-worker.ts';
import type { Db } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import { selectChangedIds } from '../../changes/log.ts';
import { IndexFeed } from '../index-feed.ts';
import { indexName } from '../index-state.ts';
import type { SearchPlace } from '../search.sql.ts';
import * as sql from './candidates.sql.ts';
import type { IndexWork } from './candidates.sql.ts';

const SWEEP_MS = 60_000;
/** Another process may take the work after this time, which is longer than a slice takes. */
const CLAIM_MS = 120_000;
const DELETED_AT_ONCE = 2_000;
/** Terms of fewer documents are counted by each search. */
const MIN_COMMON = 1_000;

interface Wanted extends PromiseWithResolvers<void> {
  place: SearchPlace;
}

/**
 * Keeps the words of users with many texts in the database. The changes that a search has not found
 * there yet are read each minute.
 */
export class CandidateIndexes implements AsyncDisposable {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #worker: SearchWorker;
  readonly #feed: IndexFeed;
  readonly #sweep: Periodic;
  readonly #wanted = new Map<string, Wanted>();

  constructor(
    { db, clock, log }: { db: Db; clock: Clock; log: Log },
    { worker, sweepMs = SWEEP_MS }: { worker: SearchWorker; sweepMs?: number | undefined },
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#worker = worker;
    this.#feed = new IndexFeed(db, null);
    this.#sweep = startPeriodic({
      name: 'the words for candidates of searches',
      everyMs: sweepMs,
      log,
      run: (stopping) => this.#work(stopping),
    });
  }

  /** Makes the index if there is none, and brings it up to date. */
  want(place: SearchPlace): Promise<void> {
    const known = this.#wanted.get(indexName(place));
    if (known) return known.promise;
    const wanted: Wanted = { place, ...Promise.withResolvers<void>() };
    this.#wanted.set(indexName(place), wanted);
    this.#sweep.nudge();
    return wanted.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sweep[Symbol.asyncDispose]();
  }

  async #work(stopping: AbortSignal): Promise<void> {
    for (const [name, { place, resolve }] of this.#wanted) {
      try {
        await sql.addIndex(this.#db, place);
        await this.#next(place, stopping);
      } finally {
        this.#wanted.delete(name);
        resolve();
      }
    }
    const now = this.#clock.now();
    while (!stopping.aborted && (await this.#next(null, stopping, now)));
  }

  /** Works on one index that nobody has worked on since `now`; returns false when none waits. */
  async #next(
    place: SearchPlace | null,
    stopping: AbortSignal,
    now = this.#clock.now(),
  ): Promise<boolean> {
    const worker = randomUUID();
    const claim = { worker, now, until: this.#claimedUntil(), place };
    const work = stopping.aborted ? null : await sql.claimWork(this.#db, claim);
    if (!work) return false;
    try {
      if (work.mark === null) await this.#fill(work, worker, stopping);
      else await this.#update(work, work.mark, { worker, stopping });
    } finally {
      const released = { number: work.number, worker, until: this.#clock.now() };
      await sql.releaseIndexClaim(this.#db, released).catch(() => {});
    }
    return true;
  }

  /** Reads all texts. */
  async #fill(work: IndexWork, worker: string, stopping: AbortSignal): Promise<void> {
    const start = performance.now();
    const { number } = work;
    while (await sql.deleteSomeWindows(this.#db, number, DELETED_AT_ONCE)) {
      await this.#keep(number, worker, stopping);
    }
    const { mark } = await this.#changes(work, Number.MAX_SAFE_INTEGER);
    const name = `candidates ${worker}`;
    const generation = this.#worker.generation;
    try {
      await this.#feed.run(work, 'all', async ({ groups }) => {
        const windows = await this.#worker.countedWindows(name, groups, number);
        await this.#replace(work, { ids: [], windows }, { worker, stopping });
      });
      await sql.storeCommon(this.#db, number, await this.#worker.takeCommon(name, MIN_COMMON));
    } catch (error) {
      await this.#worker.takeCommon(name, MIN_COMMON).catch(() => {});
      throw error;
    }
    // Some counts were lost with the thread.
    if (this.#worker.generation !== generation) throw new Error('The search thread ended.');
    await sql.countTotals(this.#db, number);
    await this.#finish(number, { mark, changed: 0, worker });
    const ms = Math.round(performance.now() - start);
    this.#log.info({ kind: work.kind, ms }, 'the words of a user with many texts were stored');
  }

  async #update(
    work: IndexWork,
    since: number,
    { worker, stopping }: { worker: string; stopping: AbortSignal },
  ): Promise<void> {
    const { mark, ids } = await this.#changes(work, since);
    await this.#feed.run(work, ids, async ({ groups, removed }: IndexChange) => {
      const windows = await this.#worker.windows(groups, work.number);
      const replaced = [...groups.map(({ id }) => id), ...removed];
      await this.#replace(work, { ids: replaced, windows }, { worker, stopping });
    });
    const { number } = work;
    const { uncounted, groups } = await this.#finish(number, { mark, changed: ids.length, worker });
    if (uncounted > groups / 100) await sql.countTotals(this.#db, number);
  }

  #changes({ user_id, kind }: SearchPlace, since: number) {
    return selectChangedIds(this.#db, { user_id, kinds: [kind] }, since);
  }

  async #replace(
    work: IndexWork,
    replaced: Parameters<typeof sql.replaceWindows>[2],
    { worker, stopping }: { worker: string; stopping: AbortSignal },
  ): Promise<void> {
    await transaction(this.#db, async (tx) => {
      await this.#keep(work.number, worker, stopping, tx);
      await sql.replaceWindows(tx, work, replaced);
    });
  }

  /** Throws when the work must end here. */
  async #keep(number: number, worker: string, stopping: AbortSignal, db = this.#db): Promise<void> {
    const isMine = await sql.renewClaim(db, { number, worker, until: this.#claimedUntil() });
    if (stopping.aborted) throw new Error('The service ends.');
    if (!isMine) throw new Error('Another process has taken over, or the account was deleted.');
  }

  #finish(
    number: number,
    { mark, changed, worker }: { mark: number; changed: number; worker: string },
  ) {
    return transaction(this.#db, async (tx) => {
      await this.#keep(number, worker, new AbortController().signal, tx);
      return sql.moveMark(tx, { number, mark, changed });
    });
  }

  #claimedUntil(): Date {
    return new Date(this.#clock.now().getTime() + CLAIM_MS);
  }
}
