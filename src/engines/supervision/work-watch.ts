/**
 * Distinguishes slow work from hanging work. Wall-clock time does not show the difference: a
 * process without CPU time, or one that was stopped for a while, is as late as one in an endless
 * loop. CPU time shows it. Work that has used up its CPU budget is in an endless loop. Work that
 * uses no CPU time, although it waits for no processor or disk, will never end.
 */
export interface WorkSample {
  /** Milliseconds of CPU time since the process or thread began. */
  cpuMs: number;
  /**
   * True when the work sleeps voluntarily: it waits for no processor or disk, and is not stopped.
   */
  sleeps: boolean;
}

export interface WorkWatchOptions {
  /** Returns null on systems that do not support the measurement. */
  measure(): WorkSample | null | Promise<WorkSample | null>;
  /** The CPU time that the work may use without progress. */
  budgetMs: number;
  onStuck(why: StuckReason): void;
}

export type StuckReason = 'it used up its CPU time' | 'it does nothing' | 'it takes far too long';

/**
 * The number of measurements per budget. A timer instead would end healthy work after the parent
 * itself was stopped.
 */
const LOOKS = 10;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;
/** Without CPU measurements, the work is ended after this many budgets of wall-clock time. */
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
