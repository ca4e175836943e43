/**
 * Native engines in child processes: a fault there ends the child and not the service.
 *
 * Children are started when the first work (or `warm`) asks for them. A child that dies is replaced
 * after a growing pause, and the request it was working on gets one more try: if it ends the second
 * child too, it may be the poison and is given back as `GivenUp`. There is no heart-beat, because a
 * working child cannot answer one; a request that uses up its CPU time ends its child instead. A
 * child that others starve goes on (supervision/work-watch.ts).
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Log } from '../../../core/log.ts';
import { processWork } from '../../supervision/process-work.ts';
import { WorkWatch } from '../../supervision/work-watch.ts';

export interface ProcessPoolOptions<Request> {
  /** Module of the child; it calls `serveRequests`. */
  entry: URL;
  /** Arguments on the child's command line. */
  argv?: readonly string[];
  size: number;
  log: Log;
  /** Milliseconds of CPU time after which the child is ended. */
  budgetMs(request: Request): number;
  /** The same limit for the child's start. */
  startBudgetMs?: number;
  /** Pause before the next start after this many deaths in a row. */
  backOffMs?(deaths: number): number;
}

/** Messages from a child process. */
export type ChildMessage<Answer> =
  | { type: 'ready' }
  | { type: 'answer'; answer: Answer }
  | { type: 'broken'; reason: string };

/** The children die one after the other without answering anything. */
export class PoolBroken extends Error {}

/** The request ended every child it was given to; a later try may succeed. */
export class GivenUp extends Error {}

/** Loading the largest model takes a tenth of this. */
const START_BUDGET_MS = 120_000;

/** Deaths in a row, without an answer in between; more than one poisonous request can cause. */
const DEATHS_UNTIL_BROKEN = 4;
const TRIES = 2;

interface Job<Request, Answer> {
  request: Request;
  tries: number;
  settle: (result: { answer: Answer } | { dropped: true } | { error: Error }) => void;
}

interface Child<Request, Answer> {
  process: ChildProcess;
  ready: boolean;
  job: Job<Request, Answer> | undefined;
  watch: WorkWatch | undefined;
}

export class ProcessPool<Request extends object, Answer> implements AsyncDisposable {
  readonly #options: ProcessPoolOptions<Request>;
  readonly #children = new Set<Child<Request, Answer>>();
  readonly #queue: Job<Request, Answer>[] = [];
  #deaths = 0;
  #pause: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: ProcessPoolOptions<Request>) {
    this.#options = options;
  }

  /** Requests that no child has taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Starts a child, if there is none, so that it is ready when work comes. */
  warm(): void {
    if (this.#children.size === 0) this.#start();
  }

  /**
   * Resolves to the answer, or to undefined when the request was aborted or the pool disposed.
   * Rejects with `PoolBroken` or `GivenUp`.
   */
  run(request: Request, signal: AbortSignal): Promise<Answer | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
    if (signal.aborted || this.#disposed) return Promise.resolve(undefined);
    const job: Job<Request, Answer> = {
      request,
      tries: 0,
      settle: (result) => {
        signal.removeEventListener('abort', abort);
        if ('error' in result) reject(result.error);
        else resolve('answer' in result ? result.answer : undefined);
      },
    };
    const abort = () => {
      const at = this.#queue.indexOf(job);
      if (at >= 0) this.#queue.splice(at, 1);
      job.settle({ dropped: true });
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#queue.push(job);
    this.#dispatch();
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    clearTimeout(this.#pause);
    for (const job of this.#queue.splice(0)) job.settle({ dropped: true });
    const exits = [...this.#children].map(async ({ process: child }) => {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      if (child.kill('SIGKILL')) await exit;
    });
    await Promise.all(exits);
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#children].find((child) => child.ready && !child.job);
      if (!idle) break;
      this.#give(this.#queue.shift()!, idle);
    }
    const starting = [...this.#children].filter((child) => !child.ready).length;
    if (this.#queue.length > starting) this.#start();
  }

  #give(job: Job<Request, Answer>, child: Child<Request, Answer>): void {
    job.tries += 1;
    child.job = job;
    this.#watch(child, this.#options.budgetMs(job.request));
    // A send to a dying child fails here; the failure is handled when the child exits.
    child.process.send(job.request, () => {});
  }

  #watch(child: Child<Request, Answer>, budgetMs: number): void {
    const { pid } = child.process;
    child.watch = new WorkWatch({
      measure: () => processWork(pid),
      budgetMs,
      onStuck: (why) => {
        this.#options.log.warn({ pid, why }, 'a native engine hangs and is ended');
        child.process.kill('SIGKILL');
      },
    });
  }

  #start(): void {
    if (this.#disposed || this.#pause || this.#children.size >= this.#options.size) return;
    const child: Child<Request, Answer> = {
      // The child needs neither our flags (a test runner's, a watcher's) nor our secrets.
      process: fork(this.#options.entry, this.#options.argv ?? [], {
        serialization: 'advanced',
        execArgv: [],
        env: {},
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
      ready: false,
      job: undefined,
      watch: undefined,
    };
    this.#children.add(child);
    this.#watch(child, this.#options.startBudgetMs ?? START_BUDGET_MS);
    child.process.on('message', (message: ChildMessage<Answer>) => this.#hear(child, message));
    child.process.once('exit', (code, signal) => this.#died(child, { code, signal }));
    child.process.once('error', (error) => this.#died(child, { error }));
  }

  #hear(child: Child<Request, Answer>, message: ChildMessage<Answer>): void {
    if (message.type === 'broken') {
      this.#options.log.error({ reason: message.reason }, 'a native engine does not start');
    } else if (message.type === 'ready') {
      child.ready = true;
      child.watch?.stop();
    } else {
      this.#deaths = 0;
      this.#release(child)?.settle({ answer: message.answer });
    }
    this.#dispatch();
  }

  #died(child: Child<Request, Answer>, how: object): void {
    if (!this.#children.delete(child)) return;
    const job = this.#release(child);
    if (this.#disposed) return job?.settle({ dropped: true });
    // Children that end together (the system is out of memory, say) count as one death.
    if (!this.#pause) this.#deaths += 1;
    const { log, backOffMs = defaultBackOff } = this.#options;
    log.warn({ pid: child.process.pid, ...how, deaths: this.#deaths }, 'a native engine ended');
    if (job && job.tries < TRIES) this.#queue.unshift(job);
    else if (job) {
      log.error({ tries: job.tries }, 'a request ended every engine it was given to');
      job.settle({ error: new GivenUp('It ended every engine it was given to.') });
    }
    if (this.#deaths >= DEATHS_UNTIL_BROKEN) {
      const error = new PoolBroken('The speech engine ends again and again.');
      for (const waiting of this.#queue.splice(0)) waiting.settle({ error });
    }
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#dispatch();
    }, backOffMs(this.#deaths));
  }

  #release(child: Child<Request, Answer>): Job<Request, Answer> | undefined {
    const { job } = child;
    child.watch?.stop();
    child.job = undefined;
    return job;
  }
}

export function defaultBackOff(deaths: number): number {
  return Math.min(30_000, 100 * 2 ** deaths);
}
