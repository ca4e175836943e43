/** Thrown to a producer whose consumer has fallen too far behind. */
class QueueOverflow extends Error {
  constructor(name: string, limit: number) {
    super(`${name}: more than ${limit} waiting`);
  }
}

/**
 * An async queue with a maximum length. `push` never waits for the consumer. Beyond the maximum,
 * `push` throws, because a live stream should end with a reason instead of losing data silently.
 * The queue has a single consumer, which reads it with `for await`.
 */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #name: string;
  readonly #limit: number;
  readonly #items: T[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(name: string, limit: number) {
    this.#name = name;
    this.#limit = limit;
  }

  get length(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#closed) return;
    if (this.#items.length >= this.#limit) throw new QueueOverflow(this.#name, this.#limit);
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the queue; the consumer gets the remaining items and then the end. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift()!;
      if (this.#closed) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
  }
}
