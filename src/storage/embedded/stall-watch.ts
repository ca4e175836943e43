import type { Worker } from 'node:worker_threads';
import { databaseAway } from '../faults.ts';
import { PendingCalls } from '../calls/pending-calls.ts';

/** A statement that runs longer than this is examined for a hang. */
const LOOK_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/**
 * A running thread reports its CPU time at once, even under load. A thread that waits for a disk
 * does not report it.
 */
const PROBE_MS = 1_500;
/** The time limit when the thread cannot report its CPU time. */
const WITHOUT_PROBE_MS = 10_000;
/** A disk that has not answered for this long is considered failed. */
const GIVE_UP_MS = 60_000;

/**
 * Distinguishes a busy database thread from one that hangs in a system call. Calls are refused
 * during a hang, and served again after it.
 */
export class StallWatch implements Disposable {
  readonly #worker: Worker;
  readonly #onGiveUp: () => void;
  readonly #calls = new PendingCalls();
  readonly #timer: NodeJS.Timeout;
  #stalledSince: number | null = null;
  #isProbing = false;

  constructor(worker: Worker, onGiveUp: () => void) {
    this.#worker = worker;
    this.#onGiveUp = onGiveUp;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    worker.on('message', () => (this.#stalledSince = null));
  }

  /** Throws while the thread hangs. */
  refuseWhileStalled(): void {
    if (this.#stalledSince !== null) throw databaseAway(new Error('The disk does not answer.'));
  }

  /** Returns the promise, which additionally rejects when the thread hangs. */
  guard<T>(answer: Promise<T>): Promise<T> {
    return this.#calls.guard(answer);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (this.#stalledSince !== null && now - this.#stalledSince > GIVE_UP_MS) this.#onGiveUp();
    const waitedMs = this.#calls.longestMs;
    if (this.#isProbing || waitedMs < LOOK_AFTER_MS) return;
    this.#isProbing = true;
    if (!(await answers(this.#worker, waitedMs))) {
      this.#stalledSince ??= now;
      this.#calls.refuseAll(databaseAway(null));
    }
    this.#isProbing = false;
  }
}

async function answers(worker: Worker, waitedMs: number): Promise<boolean> {
  // Node before 24.6 cannot report a thread's CPU time.
  if (typeof worker.cpuUsage !== 'function') return waitedMs < WITHOUT_PROBE_MS;
  const patience = Promise.withResolvers<false>();
  const timer = setTimeout(() => patience.resolve(false), PROBE_MS);
  const usage = worker.cpuUsage().then(
    () => true,
    () => true,
  );
  const isAlive = await Promise.race([usage, patience.promise]);
  clearTimeout(timer);
  return isAlive;
}
