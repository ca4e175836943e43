/**
 * Runs work in threads and child processes. A crash ends the worker but not the service.
 *
 * Workers start with the first request, or with `warm`. A worker that dies is replaced after a
 * growing pause, and its request gets one more try. If the request ends the second worker too, it
 * fails with `GivenUp`. A busy worker could not send heartbeats, so a request that uses up its CPU
 * time ends its worker. A worker that other processes starve of CPU time may continue
 * (work-watch.ts).
 */
import { Restarts, GivenUp, type RestartOptions } from './restarts.ts';
import { WorkerHandle, type WorkerEnd, type WorkerOptions } from './worker-handle.ts';

export interface WorkerPoolOptions<Request> extends WorkerOptions, RestartOptions {
  /** The maximum number of workers; the default is one. */
  size?: number;
  /**
   * Another worker starts when more requests than this wait for each worker; the default is 0. Workers
   * with much memory should not start for a request that another one takes in a moment.
   */
  waitingPerWorker?: number;
  /** The CPU time (ms) after which the worker is ended. */
  budgetMs(request: Request): number;
  /**
   * The workers end and free their memory after this many milliseconds without a request. The next
   * request starts a new worker. If undefined, workers stay.
   */
  idleMs?: number;
  /** Further requests are refused while more requests than this are pending. */
  maxPending?: number;
  /**
   * True when the worker keeps state between requests. Such a worker gets all requests immediately
   * and answers them in order. When it dies, all of its requests fail.
   */
  isStateful?: boolean;
  /** The memory to move to a stateful thread instead of copying it. */
  transfer?(request: Request): ArrayBuffer[];
  onDeath?(): void;
}

/** Messages from a worker that serves requests. */
export type AnswerMessage<Answer> =
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; error: unknown };

const MAX_TRIES = 2;

interface Job<Request, Answer> {
  request: Request;
  tries: number;
  isAborted: boolean;
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

type Handle<Answer> = WorkerHandle<AnswerMessage<Answer>>;

export class WorkerPool<Request extends object, Answer> implements AsyncDisposable {
  readonly #options: WorkerPoolOptions<Request>;
  readonly #restarts: Restarts;
  /** The jobs of each worker, the current one first. */
  readonly #workers = new Map<Handle<Answer>, Job<Request, Answer>[]>();
  readonly #queue: Job<Request, Answer>[] = [];
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions<Request>) {
    this.#options = options;
    this.#restarts = new Restarts(options, () => this.#dispatch());
  }

  /** Requests that no worker has taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** True when a new request would not wait behind another one. */
  get isFree(): boolean {
    return this.#queue.length === 0 && this.#given.length < Math.max(1, this.#workers.size);
  }

  /** Starts a worker if there is none, so that it is ready for the first request. */
  warm(): void {
    if (this.#workers.size === 0) this.#start();
  }

  /**
   * Resolves with the answer, or with undefined when the request was aborted or the pool was
   * disposed of. Rejects with `PoolBroken`, `GivenUp` or the error of a thread.
   */
  run(request: Request, signal?: AbortSignal): Promise<Answer | undefined> {
    if (signal?.aborted || this.#isClosed) return Promise.resolve(undefined);
    const { name, maxPending = Infinity } = this.#options;
    if (this.#queue.length + this.#given.length > maxPending) {
      return Promise.reject(new Error(`More than ${maxPending} requests are waiting for ${name}.`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
    const job: Job<Request, Answer> = { request, tries: 0, isAborted: false, resolve, reject };
    const abort = () => {
      const at = this.#queue.indexOf(job);
      if (at >= 0) this.#queue.splice(at, 1);
      job.isAborted = true;
      resolve(undefined);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#queue.push(job);
    this.#dispatch();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#restarts[Symbol.dispose]();
    for (const job of [...this.#queue.splice(0), ...this.#given]) job.resolve(undefined);
    await Promise.all([...this.#workers.keys()].map((worker) => worker.end()));
  }

  get #given(): Job<Request, Answer>[] {
    return [...this.#workers.values()].flat();
  }

  #dispatch(): void {
    const { size = 1, waitingPerWorker = 0, isStateful, transfer } = this.#options;
    const maxGiven = isStateful ? Infinity : 1;
    for (const [worker, jobs] of this.#workers) {
      while (worker.isReady && this.#queue.length > 0 && jobs.length < maxGiven) {
        const job = this.#queue.shift()!;
        job.tries += 1;
        jobs.push(job);
        if (jobs.length === 1) this.#watch(worker, jobs);
        worker.send(job.request, transfer?.(job.request));
      }
    }
    this.#rest();
    const starting = [...this.#workers.keys()].filter(({ isReady }) => !isReady).length;
    const accepted = starting + this.#workers.size * waitingPerWorker;
    if (this.#queue.length > accepted && this.#workers.size < size) this.#start();
  }

  /** Ends the workers when no request arrives for `idleMs`. */
  #rest(): void {
    clearTimeout(this.#idle);
    const { idleMs } = this.#options;
    if (idleMs === undefined || this.#isClosed || this.#queue.length + this.#given.length > 0)
      return;
    this.#idle = setTimeout(() => {
      for (const worker of this.#workers.keys()) void worker.end();
      this.#workers.clear();
    }, idleMs).unref();
  }

  #watch(worker: Handle<Answer>, [next]: readonly Job<Request, Answer>[]): void {
    if (next) worker.watch(this.#options.budgetMs(next.request));
    else worker.unwatch();
  }

  #start(): void {
    if (this.#isClosed || this.#restarts.isPausing) return;
    const jobs: Job<Request, Answer>[] = [];
    const worker: Handle<Answer> = new WorkerHandle(this.#options, {
      onReady: () => this.#dispatch(),
      onMessage: (message) => {
        this.#restarts.succeeded();
        const job = jobs.shift();
        if (message.type === 'failed') job?.reject(message.error);
        else job?.resolve(message.answer);
        this.#watch(worker, jobs);
        this.#dispatch();
      },
      onEnd: (end) => {
        this.#workers.delete(worker);
        this.#died(jobs, end);
      },
    });
    this.#workers.set(worker, jobs);
  }

  #died(jobs: readonly Job<Request, Answer>[], end: WorkerEnd): void {
    const { name, log, isStateful, onDeath } = this.#options;
    onDeath?.();
    const broken = this.#restarts.died(end);
    for (const job of jobs.filter(({ isAborted }) => !isAborted)) {
      if (job.tries < MAX_TRIES && !isStateful) {
        this.#queue.unshift(job);
        continue;
      }
      if (!isStateful) log.error({ worker: name }, 'a request ended every worker it was given to');
      job.reject(new GivenUp(`The request crashed ${name}.`, { cause: end.error }));
    }
    if (broken) for (const job of this.#queue.splice(0)) job.reject(broken);
  }
}
