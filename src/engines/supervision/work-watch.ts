/**
 * Distinguishes slow work from hanging work. Wall-clock time cannot do that: a process that others
 * starve, or that was stopped for a while, is as late as one that loops. CPU time can: work that
 * has used up its budget loops, and work that uses none although nothing blocks it waits for ever.
 */
export interface WorkSample {
  /** Milliseconds of CPU time since the process or thread began. */
  cpuMs: number;
  /**
   * True when the work sleeps by itself: it neither waits for a processor or a disk, nor is it
   * stopped.
   */
  sleeps: boolean;
}

export interface WorkWatchOptions {
  /** Returns null on systems without such measurements. */
  measure(): WorkSample | null | Promise<WorkSample | null>;
  /** CPU time that the work may use without any sign of progress. */
  budgetMs: number;
  onStuck(why: StuckReason): void;
}

export type StuckReason = 'it used up its CPU time' | 'it does nothing' | 'it takes far too long';

/**
 * Measurements per budget. Measurements are counted, because with a clock a stopped parent would
 * end healthy work.
 */
const LOOKS = 10;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;
/** When CPU time is unknown, the clock decides after this many budgets. */
const UNKNOWN_FACTOR = 10;

export class WorkWatch {
  readonly #options: WorkWatchOptions;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #startMs: number | undefined;
  #lastMs: number | undefined;
  #sleptMs = 0;
  #unknownMs = 0;
  #stopped = false;

  constructor(options: WorkWatchOptions) {
    this.#options = options;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, options.budgetMs / LOOKS));
    this.#wait();
  }

  /** Reports progress, which restarts the budget. */
  progressed(): void {
    this.#startMs = this.#lastMs;
    this.#sleptMs = 0;
    this.#unknownMs = 0;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#look(), this.#pauseMs).unref();
  }

  async #look(): Promise<void> {
    const why = this.#judge(await this.#options.measure());
    if (this.#stopped) return;
    if (!why) return this.#wait();
    this.stop();
    this.#options.onStuck(why);
  }

  #judge(sample: WorkSample | null): StuckReason | null {
    const { budgetMs } = this.#options;
    if (!sample) {
      this.#unknownMs += this.#pauseMs;
      return this.#unknownMs >= budgetMs * UNKNOWN_FACTOR ? 'it takes far too long' : null;
    }
    this.#startMs ??= sample.cpuMs;
    if (sample.cpuMs - this.#startMs >= budgetMs) return 'it used up its CPU time';
    const isAsleep = sample.sleeps && sample.cpuMs === this.#lastMs;
    this.#lastMs = sample.cpuMs;
    this.#sleptMs = isAsleep ? this.#sleptMs + this.#pauseMs : 0;
    return this.#sleptMs >= budgetMs ? 'it does nothing' : null;
  }
}
