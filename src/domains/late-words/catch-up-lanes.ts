import { NoRoom, Unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';

export type Lane = 'journals' | 'recordings';

/** The pause before the first retry of a failed journal. Each further pause is twice as long. */
const AGAIN_AFTER_MS = 60_000;
const AGAIN_AT_MOST_MS = 600_000;
/**
 * The pause before a retry while the database is unreachable or the disk is full. Such failures do
 * not count against the journal.
 */
const WHILE_AWAY_MS = 2_000;

interface Delayed {
  timer: NodeJS.Timeout;
  goOn(): void;
}

/**
 * Runs the jobs of a lane one at a time, because live sessions need the recogniser too. Long
 * recordings have a separate lane, so that they do not delay sound from live sessions. A failed job
 * is retried after growing pauses.
 */
export class CatchUpLanes implements AsyncDisposable {
  readonly #options: CatchUpLanesOptions;
  readonly #work: Record<Lane, Promise<void>> = {
    journals: Promise.resolve(),
    recordings: Promise.resolve(),
  };
  readonly #delayed = new Map<string, Delayed>();
  readonly #failures = new Map<string, number>();
  #hurries = 0;
  readonly #tidying: Periodic;

  constructor(options: CatchUpLanesOptions) {
    this.#options = options;
    const { eachMinute, log } = options;
    this.#tidying = startPeriodic({
      name: 'looking after kept sound',
      everyMs: AGAIN_AFTER_MS,
      log,
      run: eachMinute,
    });
  }

  add(folder: string, lane: Lane): void {
    const { signal, writeDown, log } = this.#options;
    let hurries = 0;
    this.#work[lane] = this.#work[lane]
      .then(async () => {
        hurries = this.#hurries;
        if (!signal.aborted) await writeDown(folder);
        this.#failures.delete(folder);
      })
      .catch((error) => {
        if (signal.aborted) return;
        log.warn({ err: error, folder }, 'sound waits to be written down');
        // If `hurry` was called during the attempt, the journal is tried again at once.
        if (hurries < this.#hurries) this.add(folder, lane);
        else this.#later(folder, lane, error);
      });
  }

  /** Runs other work once, after the jobs that wait in the lane. */
  inTurn<T>(lane: Lane, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    const done = this.#work[lane].then(() => {
      signal.throwIfAborted();
      return work(signal);
    });
    this.#work[lane] = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Runs every delayed job now. */
  hurry(): void {
    this.#hurries += 1;
    for (const { timer, goOn } of this.#delayed.values()) {
      clearTimeout(timer);
      goOn();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { timer } of this.#delayed.values()) clearTimeout(timer);
    await Promise.all([...Object.values(this.#work), this.#tidying[Symbol.asyncDispose]()]);
  }

  #later(folder: string, lane: Lane, error: unknown): void {
    const isAway = error instanceof Unavailable || error instanceof NoRoom;
    const failures = this.#failures.get(folder) ?? 0;
    if (!isAway) this.#failures.set(folder, failures + 1);
    const goOn = () => {
      this.#delayed.delete(folder);
      this.add(folder, lane);
    };
    const growing = Math.min(AGAIN_AT_MOST_MS, AGAIN_AFTER_MS * 2 ** failures);
    const pause = isAway ? WHILE_AWAY_MS : growing;
    this.#delayed.set(folder, { timer: setTimeout(goOn, pause).unref(), goOn });
  }
}

interface CatchUpLanesOptions {
  log: Log;
  signal: AbortSignal;
  writeDown(folder: string): Promise<void>;
  eachMinute(): Promise<void>;
}
