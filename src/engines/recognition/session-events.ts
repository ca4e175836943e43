import { BoundedQueue } from './bounded-queue.ts';
import type { FailureCode, RecognitionEvent } from './recogniser.ts';

/** At four events a second, this many unread events mean that nobody has read them for minutes. */
const UNREAD_LIMIT = 2_000;

/** The events of one session. `emit` adds events until `end` adds the last one. */
export class SessionEvents implements AsyncIterable<RecognitionEvent> {
  readonly #queue = new BoundedQueue<RecognitionEvent>('recognition events', UNREAD_LIMIT);
  #ended = false;

  get ended(): boolean {
    return this.#ended;
  }

  emit(event: RecognitionEvent): void {
    if (this.#ended) return;
    // The last place in the queue is reserved for the event that ends the session.
    if (this.#queue.length >= UNREAD_LIMIT - 1) this.fail('engine', 'Nobody reads the events.');
    else this.#queue.push(event);
  }

  fail(code: FailureCode, detail: string): void {
    if (this.#ended) return;
    this.#queue.push({ type: 'failed', code, detail });
    this.end();
  }

  /** Ends the events; the reader still gets the events in the queue. */
  end(): void {
    this.#ended = true;
    this.#queue.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<RecognitionEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }
}
