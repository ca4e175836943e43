/**
 * Keeps the last seconds of a stream, so that another recogniser can transcribe them again. All
 * positions are counted in samples.
 */
export class AudioRing {
  readonly #limit: number;
  #chunks: Int16Array[] = [];
  /** The position of the first kept sample in the stream. */
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
    // Copies the samples, because the caller may reuse its memory.
    this.#chunks.push(pcm.slice());
    this.#length += pcm.length;
    this.forget(this.#start + this.#length - this.#limit);
  }

  /** Drops the samples before this position in the stream. */
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

  /** Returns the kept samples of this part of the stream. */
  slice(from: number, to: number): Int16Array {
    const [first, last] = [Math.max(from, this.#start), Math.min(to, this.#start + this.#length)];
    const samples = new Int16Array(Math.max(0, last - first));
    let at = this.#start;
    for (const chunk of this.#chunks) {
      const [begin, end] = [Math.max(first, at), Math.min(last, at + chunk.length)];
      if (begin < end) samples.set(chunk.subarray(begin - at, end - at), begin - first);
      at += chunk.length;
    }
    return samples;
  }

  chunks(): readonly Int16Array[] {
    return [...this.#chunks];
  }
}
