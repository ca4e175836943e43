import { Worker } from 'node:worker_threads';
import type { Maker, Transcript, Understanding } from './maker.ts';
import type { RulesAnswer, RulesQuestion } from './rules-thread.ts';

/** More than this waiting means that something is wrong; the job queue tries again later. */
const MOST_WAITING = 100;

interface Waiting {
  resolve(understanding: Understanding): void;
  reject(error: unknown): void;
}

/**
 * The built-in rules as a maker in a thread of its own. The thread starts with the first
 * conversation (the language model of the rules takes a moment to load); one that dies fails what
 * it had, and the next conversation gets a new one.
 */
export class RulesWorker implements Maker, AsyncDisposable {
  readonly name = 'rules';
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  async understand(transcript: Transcript, { signal }: { signal: AbortSignal }) {
    signal.throwIfAborted();
    const understanding = await this.#ask(transcript);
    signal.throwIfAborted();
    return {
      understanding,
      made_by: 'rules' as const,
      fallback: null,
      model_calls: 0,
      model_tokens: 0,
    };
  }

  /** Starts the thread now, so that the first conversation need not wait for it. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(transcript: Transcript): Promise<Understanding> {
    if (this.#waiting.size >= MOST_WAITING) {
      return Promise.reject(
        new Error(`More than ${MOST_WAITING} conversations wait for the rules.`),
      );
    }
    this.warm();
    const id = this.#next++;
    this.#worker!.postMessage({ id, transcript } satisfies RulesQuestion);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./rules-thread.ts', import.meta.url));
    worker.on('message', ({ id, understanding, error }: RulesAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (understanding) waiting?.resolve(understanding);
      else waiting?.reject(error);
    });
    worker.once('error', (error) => this.#fail(error));
    worker.once('exit', () => this.#fail(new Error('The thread of the rules has ended.')));
    worker.unref();
    return worker;
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
