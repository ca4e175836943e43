import { NoAnswer } from './no-answer.ts';

/** What one conversation may cost, and what it has cost. */
export class Spending {
  calls = 0;
  tokens = 0;
  readonly #most: { calls: number; tokens: number };

  constructor(most = { calls: Infinity, tokens: Infinity }) {
    this.#most = most;
  }

  /** Before each call: throws `NoAnswer` when it would be one too many. */
  call(): void {
    this.#within(this.calls + 1);
    if (this.tokens >= this.#most.tokens) {
      throw new NoAnswer('the language model had used up its tokens for one conversation');
    }
    this.calls += 1;
  }

  /** Before the first call: throws `NoAnswer` when so many are more than is allowed. */
  plan(calls: number): void {
    this.#within(this.calls + calls);
  }

  #within(calls: number): void {
    if (calls > this.#most.calls) {
      throw new NoAnswer('the language model would take more calls than one conversation may');
    }
  }
}
