/**
 * Runs Silero in a worker thread, because it blocks its thread for up to 16 ms. On the main thread,
 * this would delay the sockets.
 */
import { silentLog } from '../../core/log.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import { pinRuntime } from '../supervision/onnx-runtime.ts';
import type { FrameBatch } from './silero-model.ts';

/** Evaluates batches of frames. Only one batch may be in progress at a time. */
export interface BatchJudge extends AsyncDisposable {
  /**
   * Resolves with a probability for each frame, and takes over the memory of the batch. Rejects
   * when the thread has failed permanently.
   */
  judge(batch: FrameBatch): Promise<Float32Array>;
  /** Ends a stream and frees its state. */
  forget(stream: number): void;
}

/**
 * Requests to the thread. The reply to a batch contains its probabilities; the reply to any other
 * request is null.
 */
export type SileroRequest = { judge: FrameBatch } | { forget: number } | { stop: true };

/** The CPU time limit of one request; a batch takes at most 20 ms. */
const BUDGET_MS = 10_000;
/** A number that belongs to no stream. */
const NO_STREAM = -1;

/** Resolves when the model is loaded (after about 50 ms); rejects when it cannot be loaded. */
export async function startSilero(): Promise<BatchJudge> {
  const pool = new WorkerPool<SileroRequest, Float32Array | null>({
    name: 'the voice activity',
    kind: 'thread',
    entry: besideModule(import.meta, 'silero-worker'),
    // The callers log errors themselves.
    log: silentLog,
    budgetMs: () => BUDGET_MS,
    backOffMs: () => 0,
    isStateful: true,
    transfer: (request) =>
      'judge' in request ? [request.judge.samples.buffer, request.judge.streams.buffer] : [],
  });
  // The answer confirms that the model is loaded.
  await pool.run({ forget: NO_STREAM });
  // The library is already loaded, so this call is fast.
  pinRuntime();
  return {
    async judge(batch) {
      try {
        const probabilities = await pool.run({ judge: batch });
        if (probabilities) return probabilities;
      } catch (error) {
        await pool[Symbol.asyncDispose]();
        throw error;
      }
      throw new Error('The voice activity detector is closed.');
    },
    forget: (stream) => void pool.run({ forget: stream }).catch(() => {}),
    async [Symbol.asyncDispose]() {
      await pool.run({ stop: true }).catch(() => {});
      await pool[Symbol.asyncDispose]();
    },
  };
}

/** Starts Silero with the first batch, because some servers never receive sound. */
export async function sileroWhenNeeded(): Promise<BatchJudge> {
  let started: Promise<BatchJudge> | undefined;
  const ifStarted = () => started?.catch(() => undefined);
  return {
    judge: async (batch) => (await (started ??= startSilero())).judge(batch),
    forget: (stream) => void ifStarted()?.then((judge) => judge?.forget(stream)),
    [Symbol.asyncDispose]: async () => (await ifStarted())?.[Symbol.asyncDispose](),
  };
}
