/** The number of samples in a frame: 32 ms. */
export const FRAME_SAMPLES = 512;
/** The number of samples that the model gets in addition before each frame: 4 ms. */
export const CONTEXT_SAMPLES = 64;

/** Cuts a stream into frames, each preceded by its context. */
export class Framer {
  readonly #emit: (frameWithContext: Int16Array) => void;
  #buffer = new Int16Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
  /** The number of samples in the buffer. The context of the first frame is silence. */
  #filled = CONTEXT_SAMPLES;

  constructor(emit: (frameWithContext: Int16Array) => void) {
    this.#emit = emit;
  }

  /** The number of samples in the unfinished frame. */
  get rest(): number {
    return this.#filled - CONTEXT_SAMPLES;
  }

  write(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length;) {
      const taken = Math.min(pcm.length - at, this.#buffer.length - this.#filled);
      this.#buffer.set(pcm.subarray(at, at + taken), this.#filled);
      at += taken;
      this.#filled += taken;
      if (this.#filled === this.#buffer.length) this.#next();
    }
  }

  /** Completes an unfinished frame with silence. */
  flush(): void {
    // The rest of the buffer is silent, because each frame has its own buffer.
    if (this.rest > 0) this.#next();
  }

  #next(): void {
    const full = this.#buffer;
    this.#buffer = new Int16Array(full.length);
    this.#buffer.set(full.subarray(-CONTEXT_SAMPLES));
    this.#filled = CONTEXT_SAMPLES;
    this.#emit(full);
  }
}

/** Returns the loudness of samples in dB of full scale; digital silence is -Infinity. */
export function loudness(samples: Int16Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return 10 * Math.log10(energy / samples.length / 32_768 ** 2);
}
