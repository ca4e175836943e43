import type { Log } from '../../core/log.ts';
import type { WorkerEnd } from './worker-handle.ts';

export interface RestartOptions {
  /** Names the workers in the log and in errors. */
  name: string;
  log: Log;
  /** Pause before the next start after this many deaths in a row. */
  backOffMs?(deaths: number): number;
}

/** The workers died one after another without answering anything. */
export class PoolBroken extends Error {}

/** The request crashed every worker that got it; a later try may succeed. */
export class GivenUp extends Error {}

/** Consecutive deaths without an answer in between; a single bad request cannot cause so many. */
const DEATHS_UNTIL_BROKEN = 4;

/** Counts deaths in a row and pauses after each, a little longer each time. */
export class Restarts implements Disposable {
  readonly #options: RestartOptions;
  readonly #resume: () => void;
  #deaths = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(options: RestartOptions, resume: () => void) {
    this.#options = options;
    this.#resume = resume;
  }

  /** True until `resume` is called; no worker may start meanwhile. */
  get isPausing(): boolean {
    return this.#pause !== undefined;
  }

  /** A worker has answered. */
  succeeded(): void {
    this.#deaths = 0;
  }

  /** Returns the error for everything that waits, once there were too many deaths. */
  died(end: WorkerEnd): PoolBroken | undefined {
    const { name, log, backOffMs = defaultBackOff } = this.#options;
    // Workers that end together, for example when memory runs out, count as one death.
    if (!this.#pause) this.#deaths += 1;
    const level = end.broken === undefined ? 'warn' : 'error';
    log[level]({ worker: name, ...end, deaths: this.#deaths }, 'a worker ended');
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#resume();
    }, backOffMs(this.#deaths));
    if (this.#deaths < DEATHS_UNTIL_BROKEN) return undefined;
    const cause = end.error ?? end.broken;
    return new PoolBroken(`It ended ${this.#deaths} times in a row: ${name}.`, { cause });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#pause);
  }
}

function defaultBackOff(deaths: number): number {
  return Math.min(30_000, 100 * 2 ** deaths);
}
