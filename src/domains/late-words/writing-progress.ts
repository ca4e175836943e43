import type { ExpectedWords } from './expected-words.ts';

/** Tracks how much of each conversation's sound is transcribed. */
export class WritingProgress {
  readonly #expected: ExpectedWords;
  readonly #seconds = new Map<string, number>();
  /** Conversations of uploaded recordings, which are transcribed one at a time. */
  readonly #recordings = new Set<string>();

  constructor(expected: ExpectedWords) {
    this.#expected = expected;
  }

  /** Records that a recording of this conversation waits for its turn. */
  awaits(conversation_id: string): void {
    this.#recordings.add(conversation_id);
  }

  moved(conversation_id: string, seconds: number): void {
    if (this.#seconds.get(conversation_id) === seconds) return;
    this.#seconds.set(conversation_id, seconds);
    for (const id of this.#recordings) this.#expected.moved(id);
  }

  /** Returns null when the conversation is not being transcribed. */
  seconds(conversation_id: string): number | null {
    return this.#seconds.get(conversation_id) ?? null;
  }

  ended(conversation_id: string): void {
    this.#seconds.delete(conversation_id);
    this.#recordings.delete(conversation_id);
  }
}
