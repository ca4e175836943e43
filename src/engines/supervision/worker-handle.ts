import { fork } from 'node:child_process';
import { once, type EventEmitter } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { processWork } from './process-work.ts';
import { threadWork } from './thread-work.ts';
import { WorkWatch, type StuckReason } from './work-watch.ts';

export interface WorkerOptions {
  kind: 'thread' | 'process';
  /** Module of the worker; it calls `parentLink` or `serveRequests`. */
  entry: URL;
  /** Arguments on the worker's command line. */
  argv?: readonly string[];
  /** Milliseconds of CPU time that loading may take. */
  startBudgetMs?: number;
  /** Discards what a native library prints when its child process fails. */
  isQuiet?: boolean;
}

export interface WorkerEvents<Message> {
  onReady?(): void;
  onMessage?(message: Message): void;
  onEnd(end: WorkerEnd): void;
}

/** Describes the end of a worker, for the log. */
export interface WorkerEnd {
  pid?: number | undefined;
  code?: number | null;
  signal?: NodeJS.Signals | null;
  error?: Error;
  /** The reason why the worker did not start, in its own words. */
  broken?: string;
  /** The reason why the worker was ended. */
  stuck?: StuckReason;
}

export type StartMessage = { type: 'ready' } | { type: 'broken'; reason: string };

/** Loading the largest model takes a tenth of this. */
const START_BUDGET_MS = 120_000;

/** A thread or child process of ours, until it ends. */
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
   * Ends the worker when it has used up this CPU time, or only sleeps, without any progress. A
   * thread keeps this process alive while it is watched.
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

  /** Ends the worker at once, without a call of `onEnd`. */
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

/** Returns the URL of a module in the same folder as another, as source or as built JavaScript. */
export function besideModule({ filename, url }: ImportMeta, name: string): URL {
  return new URL(`./${name}${extname(filename)}`, url);
}

function startThread({ entry, argv = [] }: WorkerOptions) {
  const thread = new Worker(entry, { argv: [...argv], execArgv: [] });
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
    // The child needs neither our flags (a test runner's, a watcher's) nor our secrets.
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
  });
  return {
    emitter: child,
    pid: child.pid,
    // A child may exit before its last message is read.
    lastEvent: 'close',
    // A message to a dying child fails here; the failure is handled when the child exits.
    send: (message: object) => void child.send(message, () => {}),
    measure: () => processWork(child.pid),
    kill: async () => child.kill('SIGKILL') && once(child, 'exit'),
    keepAlive() {},
  };
}
