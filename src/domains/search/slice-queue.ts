/** The maximum number of simultaneous slices: one slice is read while another is indexed. */
const MAX_SLICES = 2;

/**
 * Decides which index gets the next slice when several are being built. The index with the fewest
 * texts so far goes first, so that a small index does not wait for a large one.
 */
export class SliceQueue {
  #running = 0;
  readonly #waiting: { texts: number; start: () => void }[] = [];

  /**
   * Resolves when the slice may run. The caller must call the returned function after the slice.
   */
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
