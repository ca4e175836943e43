import type { Log } from '../../core/log.ts';
import type { WorkerEnd } from './worker-handle.ts';

export interface RestartOptions {
  /** The name of the workers in the log and in errors. */
  name: string;
  log: Log;
  /**
   * Returns the pause in milliseconds before the next start, after this many consecutive deaths.
   */
  backOffMs?(deaths: number): number;
}

/** The workers died one after another without answering a single request. */
export class PoolBroken extends Error {}

/** The request crashed every worker that received it. A later try may succeed. */
export class GivenUp extends Error {}

/**
 * The pool is broken after this many consecutive deaths. A single bad request causes fewer deaths.
 */
const DEATHS_UNTIL_BROKEN = 4;

/** Counts consecutive deaths, and pauses a little longer after each. */
export class Restarts implements Disposable {
  readonly #options: RestartOptions;
  readonly #resume: () => void;
  #deaths = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(options: RestartOptions, resume: () => void) {
    this.#options = options;
    this.#resume = resume;
  }

  /** True until `resume` is called; no worker may start during the pause. */
  get isPausing(): boolean {
    return this.#pause !== undefined;
  }

  /** Records that a worker has answered. */
  succeeded(): void {
    this.#deaths = 0;
  }

  /** Returns the error for all waiting requests after too many deaths. */
  died(end: WorkerEnd): PoolBroken | undefined {
    const { name, log, backOffMs = defaultBackOff } = this.#options;
    // Workers that die at the same time, for example when memory runs out, are counted as one
    // death.
    if (!this.#pause) this.#deaths += 1;
    const level = end.broken === undefined ? 'warn' : 'error';
    log[level]({ worker: name, ...end, deaths: this.#deaths }, 'a worker ended');
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#resume();
    }, backOffMs(this.#deaths));
    if (this.#deaths < DEATHS_UNTIL_BROKEN) return undefined;
    const cause = end.error ?? end.broken;
    return new PoolBroken(`${name} ended ${this.#deaths} times in a row.`, { cause });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#pause);
  }
}

function defaultBackOff(deaths: number): number {
  return Math.min(30_000, 100 * 2 ** deaths);
}
