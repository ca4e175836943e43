import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Parts } from '../../kit/context.ts';
import { touchExpected } from '../conversations/recording/pending-words.ts';

/** A third of the time after which the sweeper considers a process dead. */
const BEAT_MS = 20_000;

/**
 * Counts, for each conversation, the journals and sessions of this process that may still add
 * words.
 */
export class ExpectedWords implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #counts = new Map<string, { user_id: string; count: number; moved: boolean }>();
  readonly #beats: Periodic;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#beats = startPeriodic({
      name: 'noting conversations that wait for words',
      everyMs: BEAT_MS,
      log: parts.log,
      run: () => this.#beat(),
    });
  }

  add(user_id: string, id: string): void {
    const count = (this.#counts.get(id)?.count ?? 0) + 1;
    this.#counts.set(id, { user_id, count, moved: false });
  }

  /** Returns true when no other sound of the conversation is pending in this process. */
  isLast(id: string): boolean {
    return (this.#counts.get(id)?.count ?? 1) <= 1;
  }

  drop(id: string): void {
    const known = this.#counts.get(id);
    if (known && known.count > 1) known.count -= 1;
    else this.#counts.delete(id);
  }

  /** Records that more words of the conversation were stored, which extends its wait. */
  moved(id: string): void {
    const known = this.#counts.get(id);
    if (known) known.moved = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#beats[Symbol.asyncDispose]();
  }

  async #beat(): Promise<void> {
    if (this.#counts.size === 0) return;
    const expected = [...this.#counts].map(([id, { user_id, moved }]) => ({ user_id, id, moved }));
    for (const each of this.#counts.values()) each.moved = false;
    await touchExpected(this.#parts.db, expected, this.#parts.clock.now());
  }
}
