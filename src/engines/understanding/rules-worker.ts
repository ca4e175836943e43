import { silentLog, type Log } from '../../core/log.ts';
import { pinRuntime } from '../onnx/onnx-runtime.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import type { Maker, MakerResult, Transcript, Understanding } from './maker.ts';

/**
 * The maximum queue. A longer queue means that something is wrong, so further requests are refused
 * and the job queue tries again later.
 */
const MAX_PENDING = 100;
/** The CPU time limit; the longest transcript takes a few seconds. */
const BUDGET_MS = 60_000;

/**
 * The thread ends after this long without work, because it takes about 50 MB. A new thread starts
 * in half a second.
 */
const IDLE_MS = 10 * 60_000;

export interface RulesWorkerOptions {
  log?: Log;
  /** For tests: another module that uses the same messages. */
  entry?: URL;
  budgetMs?: number;
  backOffMs?(deaths: number): number;
}

/**
 * Runs the built-in rules in a separate thread. The thread starts with the first conversation,
 * because its language data takes a moment to load.
 */
export class RulesWorker implements Maker, AsyncDisposable {
  readonly name = 'rules';
  readonly #pool: WorkerPool<Transcript, Understanding>;

  constructor({ log = silentLog, budgetMs = BUDGET_MS, ...rest }: RulesWorkerOptions = {}) {
    this.#pool = new WorkerPool({
      name: 'the rules',
      kind: 'thread',
      entry: besideModule(import.meta, 'rules-thread'),
      log,
      budgetMs: () => budgetMs,
      maxPending: MAX_PENDING,
      idleMs: IDLE_MS,
      ...rest,
    });
  }

  async understand(
    transcript: Transcript,
    { signal }: { signal: AbortSignal },
  ): Promise<MakerResult> {
    pinRuntimeIfHere();
    const understanding = await this.#pool.run(transcript, signal);
    signal.throwIfAborted();
    if (!understanding) throw new Error('The rules are closed.');
    return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}

/** The thread of the rules loads the runtime where a library for this platform exists. */
function pinRuntimeIfHere(): void {
  try {
    pinRuntime();
  } catch {
    // The rules read without the sentence encoder.
  }
}
