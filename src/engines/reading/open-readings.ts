/** Talks that are read in slices of time, so that the requests of all users take turns. */
import type { TalkReading } from './talk.ts';

/** `open` needs another slice, and `lost` has to start again. */
export type Slice = { state: 'read'; reading: TalkReading } | { state: 'open' } | { state: 'lost' };

const SLICE_MS = 150;
/** Requests that were aborted leave their readings behind; the oldest ones are dropped. */
const MAX_OPEN = 16;

export class OpenReadings {
  readonly #open = new Map<number, Generator<void, TalkReading>>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(id: number, reading: Generator<void, TalkReading>): Slice {
    return this.#read(id, reading);
  }

  goOn(id: number): Slice {
    const reading = this.#open.get(id);
    return reading ? this.#read(id, reading) : { state: 'lost' };
  }

  #read(id: number, reading: Generator<void, TalkReading>): Slice {
    this.#open.delete(id);
    const end = this.#now() + SLICE_MS;
    do {
      const step = reading.next();
      if (step.done) return { state: 'read', reading: step.value };
    } while (this.#now() < end);
    this.#open.set(id, reading);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN) this.#open.delete(oldest!);
    return { state: 'open' };
  }
}
