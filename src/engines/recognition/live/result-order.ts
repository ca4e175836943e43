import type { DialectResult } from './dialect.ts';

/** A shorter gap cannot contain a word. */
const SHORTEST_GAP = 0.25;
const MAX_HELD = 20;

/**
 * Sorts final results by the time of the sound. Final results cover the sound without gaps, so a
 * final result after a gap in speech has arrived too early. Such a result is held until the missing
 * result arrives, but only for a while, because the missing result may never arrive.
 */
export class ResultOrder {
  readonly #deliver: (result: DialectResult) => void;
  readonly #isSpoken: (from: number, to: number) => boolean;
  readonly #waitMs: number;
  #held: DialectResult[] = [];
  #covered = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(parts: {
    deliver: (result: DialectResult) => void;
    isSpoken: (from: number, to: number) => boolean;
    waitMs?: number;
  }) {
    this.#deliver = parts.deliver;
    this.#isSpoken = parts.isSpoken;
    this.#waitMs = parts.waitMs ?? 500;
  }

  push(result: DialectResult): void {
    this.#held.push(result);
    this.#held.sort((a, b) => a.start - b.start);
    this.#release();
    if (this.#held.length > MAX_HELD) this.flush();
    else if (this.#held.length > 0) this.#patience ??= setTimeout(() => this.flush(), this.#waitMs);
  }

  /** Releases the held results, because no further result can fill the gaps. */
  flush(): void {
    for (const result of this.#held.splice(0)) this.#give(result);
    this.#release();
  }

  /** Drops the held results, because another connection will send them again. */
  drop(): void {
    this.#held = [];
    this.#release();
  }

  #release(): void {
    while (this.#held[0] && !this.#leavesOutSpeech(this.#held[0])) this.#give(this.#held.shift()!);
    if (this.#held.length > 0) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #leavesOutSpeech({ start }: DialectResult): boolean {
    return start - this.#covered > SHORTEST_GAP && this.#isSpoken(this.#covered, start);
  }

  #give(result: DialectResult): void {
    this.#covered = Math.max(this.#covered, result.end);
    this.#deliver(result);
  }
}
