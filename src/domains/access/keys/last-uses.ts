import type { Log } from '../../../core/log.ts';
import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';

const FLUSH_MS = 10_000;

export interface Use {
  user_id: string;
  id: string;
  at: Date;
}

/**
 * Collects the times at which credentials are used, and stores them together every ten seconds. On a
 * full disk they are not worth a write that may fail.
 */
export class LastUses implements AsyncDisposable {
  readonly #write: (uses: readonly Use[]) => Promise<void>;
  readonly #log: Log;
  readonly #requireRoom: () => void;
  readonly #flushing: Periodic;
  #uses = new Map<string, Use>();

  constructor(
    write: (uses: readonly Use[]) => Promise<void>,
    { log, requireRoom }: { log: Log; requireRoom(): void },
  ) {
    this.#write = write;
    this.#log = log;
    this.#requireRoom = requireRoom;
    this.#flushing = startPeriodic({
      name: 'writing last uses',
      everyMs: FLUSH_MS,
      log,
      run: () => this.flush(),
    });
  }

  note(use: Use): void {
    this.#uses.set(use.id, use);
  }

  /** Writes the collected times to the database. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const written = [...this.#uses.values()];
    this.#uses = new Map();
    try {
      this.#requireRoom();
      await this.#write(written);
    } catch (error) {
      this.#log.warn({ err: error }, 'last uses not written');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flushing[Symbol.asyncDispose]();
    await this.flush();
  }
}
