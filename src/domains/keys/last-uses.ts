import type { Log } from '../../core/log.ts';

const FLUSH_MS = 10_000;

interface Use {
  user_id: string;
  id: string;
  at: Date;
}

/** Notes when credentials were used: in memory, written together every ten seconds. */
export class LastUses implements AsyncDisposable {
  readonly #write: (uses: readonly Use[]) => Promise<void>;
  readonly #log: Log;
  readonly #timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  #uses = new Map<string, Use>();

  constructor(write: (uses: readonly Use[]) => Promise<void>, log: Log) {
    this.#write = write;
    this.#log = log;
  }

  note(use: Use): void {
    this.#uses.set(use.id, use);
  }

  /** Writes what was noted. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const written = [...this.#uses.values()];
    this.#uses = new Map();
    await this.#write(written).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'last uses not written'),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
