/** Calls that wait for an answer, all of which can be rejected together. */
export class PendingCalls {
  readonly #waiting = new Map<(error: unknown) => void, number>();

  /** Returns the promise, which additionally rejects when all calls are rejected. */
  async guard<T>(answer: Promise<T>): Promise<T> {
    const refusal = Promise.withResolvers<never>();
    this.#waiting.set(refusal.reject, performance.now());
    try {
      return await Promise.race([answer, refusal.promise]);
    } finally {
      this.#waiting.delete(refusal.reject);
    }
  }

  /** The waiting time of the oldest call; negative infinity when no call waits. */
  get longestMs(): number {
    return performance.now() - Math.min(...this.#waiting.values());
  }

  refuseAll(error: unknown): void {
    for (const refuse of this.#waiting.keys()) refuse(error);
  }
}
