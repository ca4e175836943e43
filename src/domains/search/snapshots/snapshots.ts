import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Periodic } from '../../../core/periodic.ts';
import { startRetention } from '../../../core/periodic.ts';
import type { SearchWorker } from '../../../engines/search/search-worker.ts';
import type { Db } from '../../../storage/database.ts';
import { KEEP_CHANGES_MS } from '../../changes/log.ts';
import type { IndexState } from '../index-state.ts';
import type { SearchPlace } from '../search.sql.ts';
import { SnapshotStore } from './snapshot-store.ts';
import type { SnapshotOptions } from './snapshot-store.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import type { SnapshotLimits } from './snapshot-writer.ts';

export type StoredSnapshots = SnapshotOptions & Partial<SnapshotLimits>;

/** Opens the snapshots of indexes, writes new ones and deletes old ones. */
export class Snapshots implements AsyncDisposable {
  readonly #store: SnapshotStore;
  readonly #writer: SnapshotWriter;
  readonly #retention: Periodic;

  constructor(
    { db, clock, log, worker }: { db: Db; clock: Clock; log: Log; worker: SearchWorker },
    {
      model,
      isCurrent,
      stored: { folder, requireRoom, ...limits },
    }: {
      /** The embedding model. */
      model: string | null;
      isCurrent: (place: SearchPlace, state: IndexState) => boolean;
      stored: StoredSnapshots;
    },
  ) {
    this.#store = new SnapshotStore({ db, worker, log }, { folder, requireRoom, model });
    this.#writer = new SnapshotWriter({ store: this.#store, log, limits, isCurrent });
    this.#retention = startRetention({
      of: 'stored search indexes',
      keepMs: KEEP_CHANGES_MS,
      clock,
      log,
      deleteBefore: (before) => this.#store.sweep(before),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retention[Symbol.asyncDispose]();
    await this.#writer[Symbol.asyncDispose]();
  }

  load(place: SearchPlace): ReturnType<SnapshotStore['load']> {
    return this.#store.load(place);
  }

  /** Schedules a snapshot if the index needs one. */
  consider(place: SearchPlace, state: IndexState): void {
    this.#writer.consider(place, state);
  }
}
