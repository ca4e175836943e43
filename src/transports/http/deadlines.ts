import { Unavailable } from '../../core/errors.ts';

/** No answer takes longer; work that waits for a model says how long it waits itself. */
const ANSWER_MS = 60_000;
const WAITING_ANSWER_MS = 180_000;
/** When the service stops, a request has this long to finish. */
const FINISH_MS = 6_000;

/** Every request is answered: with what it asked for, or with a 503 when that takes too long. */
export class Deadlines {
  #isStopping = false;
  readonly #pending = new Set<(error: Unavailable) => void>();

  async within<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(tooLate('This takes too long right now.')),
      waits ? WAITING_ANSWER_MS : ANSWER_MS,
    );
    this.#pending.add(late.reject);
    try {
      return await Promise.race([work(), late.promise]);
    } finally {
      clearTimeout(timer);
      this.#pending.delete(late.reject);
    }
  }

  /** Throws once the service stops: a connection that is still open may bring another request. */
  refuseWhenStopping(): void {
    if (!this.#isStopping) return;
    throw new Unavailable('The service is being restarted. Send the request again.', {
      retryAfterSeconds: 5,
    });
  }

  /** Lets requests finish for a while, then answers the rest. */
  stop(): void {
    this.#isStopping = true;
    setTimeout(() => {
      for (const refuse of this.#pending) refuse(tooLate('The service is being restarted.'));
    }, FINISH_MS).unref();
  }
}

function tooLate(reason: string): Unavailable {
  return new Unavailable(`${reason} It may still complete. Check before you send it again.`, {
    retryAfterSeconds: 5,
  });
}
