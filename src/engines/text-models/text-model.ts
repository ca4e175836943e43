/**
 * A model for text in a process of its own. The process starts with the first request, if there is
 * enough memory, and ends when it has nothing to do. A process that dies fails its requests; the next
 * request starts another one.
 */
import type { Log } from '../../core/log.ts';
import { Restarts } from '../supervision/restarts.ts';
import { besideModule, WorkerHandle } from '../supervision/worker-handle.ts';
import type { FromProcess, TextAnswer, TextModelStart, TextRequest } from './messages.ts';

export interface TextModelOptions {
  /** The id of the model, for the log and for people. */
  name: string;
  start: TextModelStart;
  /** The memory that the process needs. */
  memoryBytes: number;
  log: Log;
  idleMs?: number;
  /** The CPU time that the process may use without a word. */
  budgetMs?: number;
  /** The memory that is free; for tests. */
  freeBytes?(): number;
}

/** The reason why there is no answer, as a sentence. */
export class NoTextModel extends Error {}

const IDLE_MS = 5 * 60_000;
/** Reading a request of 8,000 tokens on two slow cores takes a third of this. */
const BUDGET_MS = 30 * 60_000;
/** Loading 3 GB from a slow disk. */
const START_BUDGET_MS = 10 * 60_000;
const MAX_WAITING = 200;
const MB = 1_000_000;

interface Job {
  resolve(answer: TextAnswer): void;
  reject(error: Error): void;
  onPiece(text: string): void;
}

export class TextModel implements AsyncDisposable {
  readonly name: string;
  readonly memoryBytes: number;
  readonly #options: TextModelOptions;
  readonly #restarts: Restarts;
  readonly #jobs = new Map<number, Job>();
  /** Requests that wait until the process has loaded the model. */
  readonly #waiting: { id: number; request: TextRequest }[] = [];
  #worker: WorkerHandle<FromProcess> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: TextModelOptions) {
    this.name = options.name;
    this.memoryBytes = options.memoryBytes;
    this.#options = options;
    this.#restarts = new Restarts({ name: options.name, log: options.log }, () => {});
  }

  /** True while the process runs. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Throws `NoTextModel`, or the reason of the aborted signal. */
  async ask<Kind extends TextRequest['kind']>(
    request: Extract<TextRequest, { kind: Kind }>,
    signal: AbortSignal,
    onPiece: (text: string) => void = () => {},
  ): Promise<Extract<TextAnswer, { kind: Kind }>> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new NoTextModel(`${this.name} is closed.`);
    if (this.#jobs.size >= MAX_WAITING) throw new NoTextModel(`${this.name} is too busy.`);
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<TextAnswer>();
    this.#jobs.set(id, { resolve, reject, onPiece });
    if (worker.isReady) this.#send(worker, { id, request });
    else this.#waiting.push({ id, request });
    const abort = () => {
      if (worker.isReady) worker.send({ id, abort: true });
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return (await promise) as Extract<TextAnswer, { kind: Kind }>;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#jobs.delete(id);
      this.#rest();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#fail(new NoTextModel(`${this.name} is closed.`));
    await this.#end();
    this.#restarts[Symbol.dispose]();
  }

  #start(): WorkerHandle<FromProcess> {
    const { start, memoryBytes, freeBytes = () => process.availableMemory() } = this.#options;
    if (this.#restarts.isPausing) throw new NoTextModel(`${this.name} has just ended; it pauses.`);
    const free = freeBytes();
    if (free < memoryBytes) {
      throw new NoTextModel(
        `${this.name} needs ${Math.ceil(memoryBytes / MB)} MB of memory, and ${Math.floor(free / MB)} MB are free.`,
      );
    }
    const worker = new WorkerHandle<FromProcess>(
      {
        kind: 'process',
        entry: besideModule(import.meta, 'text-model-process'),
        argv: [JSON.stringify(start)],
        startBudgetMs: START_BUDGET_MS,
        isQuiet: true,
      },
      {
        onReady: () => {
          for (const asked of this.#waiting.splice(0)) this.#send(worker, asked);
          this.#rest();
        },
        onMessage: (message) => this.#receive(message),
        onEnd: (end) => {
          this.#worker = null;
          this.#restarts.died(end);
          const why = end.stuck ? 'it made no progress' : 'its process ended';
          this.#fail(new NoTextModel(`${this.name} gave no answer: ${end.broken ?? why}.`));
        },
      },
    );
    return worker;
  }

  #send(worker: WorkerHandle<FromProcess>, { id, request }: { id: number; request: TextRequest }) {
    if (!this.#jobs.has(id)) return;
    worker.watch(this.#options.budgetMs ?? BUDGET_MS);
    worker.send({ id, request });
  }

  #receive(message: FromProcess): void {
    const job = this.#jobs.get(message.id);
    if (message.type === 'piece') return job?.onPiece(message.text);
    this.#restarts.succeeded();
    if (message.type === 'answer') job?.resolve(message.answer);
    else job?.reject(new NoTextModel(message.reason));
  }

  #fail(error: NoTextModel): void {
    this.#waiting.length = 0;
    for (const { reject } of this.#jobs.values()) reject(error);
  }

  #rest(): void {
    if (this.#jobs.size > 0 || this.#isClosed || !this.#worker?.isReady) return;
    this.#worker.unwatch();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs ?? IDLE_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.end();
  }
}
