import { setMaxListeners } from 'node:events';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Library } from '../../engines/models/library.ts';
import { ModelError } from '../../engines/models/model-error.ts';
import type { PullProgress } from '../../engines/models/model-pull.ts';

export interface PullState {
  progress: { phase: PullProgress['phase']; bytes: number; total: number } | null;
  problem: string | null;
}

interface Running {
  state: PullState;
  stop: AbortController;
  over: Promise<void>;
}

/**
 * The downloads of this process. A restart ends the downloads but keeps the downloaded parts, so
 * the next download resumes there.
 */
export class Pulls implements AsyncDisposable {
  readonly #library: Library;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  /** The errors of finished downloads, by model. */
  readonly #problems = new Map<string, string>();

  constructor({ library, clock, log }: { library: Library; clock: Clock; log: Log }) {
    this.#library = library;
    this.#clock = clock;
    this.#log = log;
  }

  stateOf(id: string): PullState {
    const problem = this.#problems.get(id) ?? null;
    return this.#running.get(id)?.state ?? { progress: null, problem };
  }

  /** Does nothing when the download is already running. */
  start(id: string, sha256?: string): void {
    if (this.#running.has(id)) return;
    const { bytes: total } = this.#library.entry(id);
    const state: PullState = { progress: { phase: 'checking', bytes: 0, total }, problem: null };
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    this.#problems.delete(id);
    const over = this.#run(id, { state, signal: stop.signal, sha256 });
    this.#running.set(id, { state, stop, over });
  }

  /** Resolves when the download has stopped. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#problems.delete(id);
    running?.stop.abort();
    await running?.over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
  }

  async #run(
    id: string,
    {
      state,
      signal,
      sha256,
    }: { state: PullState; signal: AbortSignal; sha256: string | undefined },
  ): Promise<void> {
    try {
      await this.#library.pull(id, {
        signal,
        sha256,
        now: () => this.#clock.now(),
        onProgress(step) {
          const before = state.progress!;
          const { bytes = before.bytes, total } = step.phase === 'downloading' ? step : {};
          state.progress = { phase: step.phase, bytes, total: total ?? before.total };
        },
      });
      this.#log.info({ model: id }, 'a model was installed; it is used after the next start');
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error);
    } finally {
      this.#running.delete(id);
    }
  }

  #fail(id: string, error: unknown): void {
    this.#log.warn({ model: id, error }, 'a model could not be fetched');
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    const unknown = full ? 'The disk is full.' : 'Something is wrong on this machine; see the log.';
    this.#problems.set(id, error instanceof ModelError ? error.message : unknown);
  }
}
