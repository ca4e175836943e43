import { StreamProcess } from './stream-process.ts';
import type {
  StreamProcessOptions,
  UtteranceInProcess,
  UtteranceOptions,
} from './stream-process.ts';

export interface StreamPoolOptions extends StreamProcessOptions {
  /** The maximum number of processes, each of which loads the whole model. */
  size: number;
}

/**
 * One process decodes its streams together, so a second process starts only when the first is full.
 */
const STREAMS_IN_A_PROCESS = 8;

export class StreamPool implements AsyncDisposable {
  readonly #size: number;
  readonly #processes: StreamProcess[] = [];
  readonly #options: StreamProcessOptions;

  constructor({ size, ...options }: StreamPoolOptions) {
    this.#size = size;
    this.#options = options;
  }

  warm(): void {
    this.#freest().warm();
  }

  open(options: UtteranceOptions): UtteranceInProcess {
    return this.#freest().open(options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#processes.map((each) => each[Symbol.asyncDispose]()));
  }

  #freest(): StreamProcess {
    const freest = this.#processes.toSorted((a, b) => a.load - b.load)[0];
    const isFull = !freest || freest.load >= STREAMS_IN_A_PROCESS;
    if (freest && (!isFull || this.#processes.length >= this.#size)) return freest;
    const another = new StreamProcess(this.#options);
    this.#processes.push(another);
    return another;
  }
}
