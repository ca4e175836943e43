/**
 * Silero in a worker thread: a run blocks its thread for up to 16 ms, which the thread of the
 * sockets cannot afford.
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pinRuntime } from './onnx-runtime.ts';
import type { Batch } from './silero-model.ts';

/** Judges batches of frames. One batch at a time. */
export interface BatchJudge extends AsyncDisposable {
  /**
   * Resolves to a probability for each frame; takes over the batch's memory; rejects when broken
   * for good.
   */
  judge(batch: Batch): Promise<Float32Array>;
  /** Ends a stream and frees its state. */
  forget(stream: number): void;
}

/** Messages to the worker. */
export type SileroRequest = { judge: Batch } | { forget: number } | { stop: true };
/** Messages from the worker: `ready` or an error first, then one answer per batch. */
export type SileroAnswer = { ready: true } | { probabilities: Float32Array };

/** Resolves once the model is loaded (about 50 ms); rejects when it cannot be. */
export async function startSilero(): Promise<BatchJudge> {
  // Next to this file, as source or as built JavaScript.
  const entry = new URL(`./silero-worker${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, { execArgv: [] });
  await once(worker, 'message');
  // The library is mapped by now, so this takes no time.
  pinRuntime();
  return new SileroWorker(worker);
}

/** For servers that may never hear a voice: starts with the first batch. */
export async function sileroWhenNeeded(): Promise<BatchJudge> {
  let started: Promise<BatchJudge> | undefined;
  const ifStarted = () => started?.catch(() => undefined);
  return {
    judge: async (batch) => (await (started ??= startSilero())).judge(batch),
    forget: (stream) => void ifStarted()?.then((judge) => judge?.forget(stream)),
    [Symbol.asyncDispose]: async () => (await ifStarted())?.[Symbol.asyncDispose](),
  };
}

class SileroWorker implements BatchJudge {
  readonly #worker: Worker;
  readonly #exit: Promise<unknown>;
  #broken: Error | undefined;
  #answer: PromiseWithResolvers<Float32Array> | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#exit = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (answer: SileroAnswer) => {
      if ('probabilities' in answer) this.#answer?.resolve(answer.probabilities);
    });
    worker.once('error', (error) => this.#break(error));
    worker.once('exit', () => this.#break(new Error('the worker of Silero is gone')));
  }

  async judge(batch: Batch): Promise<Float32Array> {
    if (this.#broken) throw this.#broken;
    this.#answer = Promise.withResolvers();
    this.#send({ judge: batch }, [batch.samples.buffer, batch.streams.buffer]);
    return this.#answer.promise;
  }

  forget(stream: number): void {
    this.#send({ forget: stream });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#broken) this.#send({ stop: true });
    await this.#exit;
  }

  #send(request: SileroRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  #break(error: unknown): void {
    this.#broken ??= error instanceof Error ? error : new Error(String(error));
    this.#answer?.reject(this.#broken);
  }
}
