/** The maximum number of slices at once: one is read while another is indexed. */
const MAX_SLICES = 2;

/**
 * Decides which index gets its next slice while several are built. The index that got the fewest
 * texts so far goes first, so a small index does not wait until a large one is complete.
 */
export class SliceQueue {
  #running = 0;
  readonly #waiting: { texts: number; start: () => void }[] = [];

  /** Resolves when the slice may run; the caller calls the result after the slice. */
  async enter(texts: number): Promise<() => void> {
    if (this.#running < MAX_SLICES) this.#running += 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push({ texts, start: resolve });
      await promise;
    }
    return () => this.#leave();
  }

  #leave(): void {
    let next = 0;
    for (const [place, { texts }] of this.#waiting.entries()) {
      if (texts < this.#waiting[next]!.texts) next = place;
    }
    const [first] = this.#waiting.splice(next, 1);
    if (first) first.start();
    else this.#running -= 1;
  }
}
