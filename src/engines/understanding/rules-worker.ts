import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadWork } from '../supervision/thread-work.ts';
import { WorkWatch } from '../supervision/work-watch.ts';
import type { Maker, MakerResult, Transcript, Understanding } from './maker.ts';
import type { RulesAnswer, RulesQuestion } from './rules-thread.ts';

/** A longer queue means that something is wrong; the job queue tries again later. */
const MAX_WAITING = 100;
/** CPU time: the longest transcript takes a few seconds. */
const BUDGET_MS = 60_000;
const MAX_TRIES = 2;

interface Job {
  id: number;
  transcript: Transcript;
  tries: number;
  resolve(understanding: Understanding): void;
  reject(error: unknown): void;
}

/**
 * The built-in rules as a maker in a thread of its own. The thread starts with the first
 * conversation (the language model of the rules takes a moment to load) and gets one job at a time.
 * When it dies, its job is tried once more in a new thread, and the others just wait.
 */
export class RulesWorker implements Maker, AsyncDisposable {
  readonly name = 'rules';
  readonly #thread: URL;
  readonly #budgetMs: number;
  readonly #waiting: Job[] = [];
  #current: Job | undefined;
  #watch: WorkWatch | undefined;
  #worker: Worker | undefined;
  #next = 0;
  #closed = false;

  constructor(
    thread = new URL(`./rules-thread${extname(import.meta.filename)}`, import.meta.url),
    { budgetMs = BUDGET_MS }: { budgetMs?: number } = {},
  ) {
    this.#thread = thread;
    this.#budgetMs = budgetMs;
  }

  async understand(
    transcript: Transcript,
    { signal }: { signal: AbortSignal },
  ): Promise<MakerResult> {
    signal.throwIfAborted();
    const understanding = await this.#ask(transcript, signal);
    return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
  }

  /** Starts the thread now, so that the first conversation need not wait for it. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const ended = new Error('The rules are closed.');
    this.#current?.reject(ended);
    for (const job of this.#waiting.splice(0)) job.reject(ended);
    this.#watch?.stop();
    await this.#worker?.terminate();
  }

  #ask(transcript: Transcript, signal: AbortSignal): Promise<Understanding> {
    const full = this.#waiting.length >= MAX_WAITING;
    if (full || this.#closed) {
      const why = full
        ? `More than ${MAX_WAITING} conversations wait for the rules.`
        : 'The rules are closed.';
      return Promise.reject(new Error(why));
    }
    return new Promise((resolve, reject) => {
      const job: Job = { id: this.#next++, transcript, tries: 0, resolve, reject };
      // An aborted job that still waits makes room; a running job runs to its end.
      signal.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(job);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      });
      this.#waiting.push(job);
      this.#advance();
    });
  }

  #advance(): void {
    if (this.#current || this.#closed) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) return;
    const { id, transcript } = this.#current;
    this.#current.tries += 1;
    this.warm();
    const worker = this.#worker!;
    worker.postMessage({ id, transcript } satisfies RulesQuestion);
    this.#watch = new WorkWatch({
      measure: () => threadWork(worker),
      budgetMs: this.#budgetMs,
      onStuck: () => void worker.terminate(),
    });
  }

  #finish(settle: (job: Job) => void): void {
    this.#watch?.stop();
    const job = this.#current;
    this.#current = undefined;
    if (job) settle(job);
    this.#advance();
  }

  #start(): Worker {
    const worker = new Worker(this.#thread);
    let reason: unknown = new Error('The thread of the rules has ended.');
    worker.on('message', ({ understanding, error }: RulesAnswer) =>
      this.#finish((job) => (understanding ? job.resolve(understanding) : job.reject(error))),
    );
    worker.once('error', (error) => (reason = error));
    worker.once('exit', () => {
      this.#worker = undefined;
      if (this.#closed) return;
      this.#finish((job) => {
        if (job.tries < MAX_TRIES) this.#waiting.unshift(job);
        else job.reject(reason);
      });
    });
    worker.unref();
    return worker;
  }
}
