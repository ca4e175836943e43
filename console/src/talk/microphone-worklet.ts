/** Collects the samples of the microphone into messages of 100 ms. Runs in the audio thread. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

class Collector extends AudioWorkletProcessor {
  #samples = new Float32Array(sampleRate / 10);
  #count = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (!channel) return true;
    let from = 0;
    while (from < channel.length) {
      const some = channel.subarray(from, from + this.#samples.length - this.#count);
      this.#samples.set(some, this.#count);
      this.#count += some.length;
      from += some.length;
      if (this.#count < this.#samples.length) continue;
      this.port.postMessage(this.#samples, [this.#samples.buffer]);
      this.#samples = new Float32Array(sampleRate / 10);
      this.#count = 0;
    }
    return true;
  }
}

registerProcessor('collector', Collector);
