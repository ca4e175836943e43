import type { ServerMessage } from './message.ts';

/** Words with a longer delay count as late, and the client gets a message about them. */
const BEHIND_SECONDS = 5;
/** The interval of these messages while words are late. */
const AGAIN_MS = 10_000;

/** Tells a client when its words begin to be late, and when they are on time again. */
export class Lag {
  readonly #send: (message: ServerMessage) => void;
  /** Time (ms) of the last message about lateness; null while words are on time. */
  #toldAt: number | null = null;

  constructor(send: (message: ServerMessage) => void) {
    this.#send = send;
  }

  look(behindSeconds: number, now: number): void {
    if (behindSeconds < BEHIND_SECONDS) {
      if (this.#toldAt === null) return;
      this.#toldAt = null;
      return this.#tell('ready', 'The words are on time again.');
    }
    if (this.#toldAt !== null && now - this.#toldAt < AGAIN_MS) return;
    this.#toldAt = now;
    const seconds = Math.round(behindSeconds);
    this.#tell('behind', `The words come ${seconds} s late.`, seconds);
  }

  /** Tells the client that the transcription of delayed sound has begun or ended. */
  catchingUp(isCatchingUp: boolean): void {
    if (isCatchingUp) this.#tell('catching_up', 'Delayed sound is being transcribed.');
    else if (this.#toldAt === null) this.#tell('ready', 'Delayed sound has been transcribed.');
  }

  #tell(status: 'ready' | 'behind' | 'catching_up', status_text: string, seconds?: number): void {
    this.#send({
      type: 'service_status',
      status,
      status_text,
      ...(seconds !== undefined && { behind_seconds: seconds }),
    });
  }
}
