/** The last seconds of a stream, in case somebody has to hear them again. Counted in samples. */
export class AudioRing {
  readonly #limit: number;
  #chunks: Int16Array[] = [];
  /** Where on the stream the first kept sample was. */
  #start = 0;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get start(): number {
    return this.#start;
  }

  get length(): number {
    return this.#length;
  }

  push(pcm: Int16Array): void {
    // A copy: the writer may use its memory again.
    this.#chunks.push(pcm.slice());
    this.#length += pcm.length;
    this.forget(this.#start + this.#length - this.#limit);
  }

  /** Nobody needs what was before this place on the stream any more. */
  forget(before: number): void {
    let surplus = Math.min(before - this.#start, this.#length);
    while (surplus > 0) {
      const first = this.#chunks[0]!;
      const dropped = Math.min(surplus, first.length);
      if (dropped === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(dropped);
      this.#start += dropped;
      this.#length -= dropped;
      surplus -= dropped;
    }
  }

  chunks(): readonly Int16Array[] {
    return [...this.#chunks];
  }
}
