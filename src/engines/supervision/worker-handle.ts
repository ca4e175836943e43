import { fork } from 'node:child_process';
import { once, type EventEmitter } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { processWork } from './process-work.ts';
import { threadWork } from './thread-work.ts';
import { WorkWatch, type StuckReason } from './work-watch.ts';

export interface WorkerOptions {
  kind: 'thread' | 'process';
  /** The module of the worker, which calls `parentLink` or `serveRequests`. */
  entry: URL;
  /** The command-line arguments of the worker. */
  argv?: readonly string[];
  /** The CPU time (ms) that loading may take. */
  startBudgetMs?: number;
  /** Hides the output of a native library, for a child process that is expected to fail. */
  isQuiet?: boolean;
}

export interface WorkerEvents<Message> {
  onReady?(): void;
  onMessage?(message: Message): void;
  onEnd(end: WorkerEnd): void;
}

/** Describes why a worker ended, for the log. */
export interface WorkerEnd {
  pid?: number | undefined;
  code?: number | null;
  signal?: NodeJS.Signals | null;
  error?: Error;
  /** The reason why the worker did not start, as reported by the worker. */
  broken?: string;
  /** The reason why we ended the worker. */
  stuck?: StuckReason;
}

export type StartMessage = { type: 'ready' } | { type: 'broken'; reason: string };

/** Loading the largest model takes a tenth of this time. */
const START_BUDGET_MS = 120_000;

/** A thread or child process that we started, until it ends. */
export class WorkerHandle<Message extends { type: string }> {
  readonly #worker: ReturnType<typeof startThread | typeof startProcess>;
  readonly #events: WorkerEvents<Message>;
  readonly #end: WorkerEnd;
  #watch: WorkWatch | undefined;
  #isOver = false;
  isReady = false;

  constructor(options: WorkerOptions, events: WorkerEvents<Message>) {
    this.#events = events;
    this.#worker = options.kind === 'thread' ? startThread(options) : startProcess(options);
    this.#end = { pid: this.#worker.pid };
    this.watch(options.startBudgetMs ?? START_BUDGET_MS);
    const emitter: EventEmitter = this.#worker.emitter;
    emitter.on('message', (message: Message | StartMessage) => this.#receive(message));
    emitter.once('error', (error: Error) => this.#ended({ error }));
    emitter.once(this.#worker.lastEvent, (code, signal) => this.#ended({ code, signal }));
  }

  send(message: object, transfer: ArrayBuffer[] = []): void {
    this.#worker.send(message, transfer);
  }

  /**
   * Ends the worker when it makes no progress and has either used up this CPU time or done nothing
   * but sleep. A watched thread keeps this process alive.
   */
  watch(budgetMs: number): void {
    this.#watch?.stop();
    this.#watch = new WorkWatch({
      measure: this.#worker.measure,
      budgetMs,
      onStuck: (stuck) => {
        this.#end.stuck = stuck;
        void this.#worker.kill();
      },
    });
    this.#worker.keepAlive(true);
  }

  unwatch(): void {
    this.#watch?.stop();
    this.#worker.keepAlive(false);
  }

  /** Ends the worker immediately, without calling `onEnd`. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.unwatch();
    await this.#worker.kill();
  }

  #receive(message: Message | StartMessage): void {
    if (this.#isOver) return;
    this.#watch?.progressed();
    if (message.type === 'broken') this.#end.broken = (message as { reason: string }).reason;
    else if (message.type !== 'ready') this.#events.onMessage?.(message as Message);
    else {
      this.isReady = true;
      this.unwatch();
      this.#events.onReady?.();
    }
  }

  #ended(how: WorkerEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watch?.stop();
    this.#events.onEnd({ ...this.#end, ...how });
  }
}

/**
 * Returns the URL of a module in the same folder as another module, for source files and for built
 * JavaScript.
 */
export function besideModule({ filename, url }: ImportMeta, name: string): URL {
  return new URL(`./${name}${extname(filename)}`, url);
}

/**
 * The memory in which a thread allocates new objects. Without this limit, V8 lets it grow to 48 MB
 * and keeps it.
 */
const YOUNG_MB = 8;

function startThread({ entry, argv = [] }: WorkerOptions) {
  const thread = new Worker(entry, {
    argv: [...argv],
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return {
    emitter: thread,
    pid: undefined,
    lastEvent: 'exit',
    send: (message: object, transfer: ArrayBuffer[]) => thread.postMessage(message, transfer),
    measure: () => threadWork(thread),
    kill: () => thread.terminate(),
    keepAlive: (isKept: boolean) => (isKept ? thread.ref() : thread.unref()),
  };
}

function startProcess({ entry, argv = [], isQuiet = false }: WorkerOptions) {
  const child = fork(entry, argv, {
    serialization: 'advanced',
    // The child needs neither our flags, such as the flags of a test runner, nor our secrets.
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
  });
  return {
    emitter: child,
    pid: child.pid,
    // A child may exit before its last message is read.
    lastEvent: 'close',
    // Sending to a child that is ending fails. The exit event handles that case.
    send: (message: object) => void child.send(message, () => {}),
    measure: () => processWork(child.pid),
    kill: async () => child.kill('SIGKILL') && once(child, 'exit'),
    keepAlive() {},
  };
}
