import type { ModelCost } from './model-cost.ts';
import { NoAnswer } from './no-answer.ts';

interface Limits {
  calls: number;
  tokens: number;
  /** The remaining time in milliseconds. */
  ms: number;
}

/** Tracks the cost of one conversation and enforces its limits. */
export class Spending implements ModelCost {
  calls = 0;
  tokens = 0;
  readonly #most: Limits;
  readonly #begun = performance.now();

  constructor(most: Partial<Limits> = {}) {
    this.#most = { calls: Infinity, tokens: Infinity, ms: Infinity, ...most };
  }

  /** Called before each call; throws `NoAnswer` when the call would exceed the limit. */
  call(): void {
    this.#within(this.calls + 1);
    if (this.tokens >= this.#most.tokens) {
      throw new NoAnswer('the language model had used up its tokens for one conversation');
    }
    this.calls += 1;
  }

  /**
   * Called before the first call; throws `NoAnswer` when this many calls would exceed the limit.
   */
  plan(calls: number): void {
    this.#within(this.calls + calls);
  }

  /** Called before a wait; throws `NoAnswer` when no time would be left after it. */
  wait(ms: number): void {
    if (performance.now() - this.#begun + ms >= this.#most.ms) {
      throw new NoAnswer('the language model is busy for longer than there is time');
    }
  }

  #within(calls: number): void {
    if (calls > this.#most.calls) {
      throw new NoAnswer(
        'the conversation needs more calls of the language model than the limit allows',
      );
    }
  }
}
