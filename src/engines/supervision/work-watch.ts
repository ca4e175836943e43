/**
 * Distinguishes slow work from work that hangs. Wall clock time cannot show the difference, because
 * a process that gets no CPU time, or that was stopped for a while, is as late as one in an endless
 * loop. CPU time shows it: work that has used up its budget is in an endless loop; work that uses
 * no CPU time, although it waits for no processor and no disk, will never end.
 */
export interface WorkSample {
  /** Milliseconds of CPU time since the process or thread began. */
  cpuMs: number;
  /**
   * True when the work sleeps voluntarily: it does not wait for a processor or a disk, and it is
   * not stopped.
   */
  sleeps: boolean;
}

export interface WorkWatchOptions {
  /** Returns null on systems that do not support the measurement. */
  measure(): WorkSample | null | Promise<WorkSample | null>;
  /** The CPU time that the work may use without showing progress. */
  budgetMs: number;
  onStuck(why: StuckReason): void;
}

export type StuckReason = 'it used up its CPU time' | 'it does nothing' | 'it takes far too long';

/**
 * The number of measurements per budget. Counts measurements instead of using a clock, because with
 * a clock a parent that was stopped would end healthy work.
 */
const LOOKS = 10;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;
/**
 * If CPU time is unknown, the work is ended when this many budgets have passed in wall clock time.
 */
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
