import type { FastifyInstance, FastifyReply } from 'fastify';
import { Unavailable } from '../../core/errors.ts';
import { failureOf } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `own`: the handler enforces its own deadline. `waits`: the handler may wait for a model. */
    deadline?: 'own' | 'waits';
  }
}

/** The maximum time until an answer. Work that waits for a model has a different limit. */
const ANSWER_MS = 60_000;
const WAITING_ANSWER_MS = 180_000;
/** The time that a request has to finish when the service stops. */
const FINISH_MS = 6_000;

type Refuse = (error: Unavailable) => void;

/**
 * Ensures that every request is answered: by its handler, or with a 503 when the handler takes too
 * long.
 */
export class Deadlines {
  #isStopping = false;
  readonly #pending = new Set<Refuse>();
  /** Answers without an end, which are ended at once when the service stops. */
  readonly #endless = new Set<Refuse>();
  readonly #answerMs: number;
  readonly #waitingAnswerMs: number;

  constructor({ answerMs = ANSWER_MS, waitingAnswerMs = WAITING_ANSWER_MS } = {}) {
    this.#answerMs = answerMs;
    this.#waitingAnswerMs = waitingAnswerMs;
  }

  async within<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T> {
    const late = Promise.withResolvers<never>();
    const end = this.begin(late.reject, { waits });
    try {
      return await Promise.race([work(), late.promise]);
    } finally {
      end();
    }
  }

  /** Calls `refuse` when the deadline has passed. Returns a function that ends the deadline. */
  begin(refuse: Refuse, { waits }: { waits: boolean }): () => void {
    const timer = setTimeout(
      () => refuse(tooLate('The request takes too long right now.')),
      waits ? this.#waitingAnswerMs : this.#answerMs,
    );
    this.#pending.add(refuse);
    return () => {
      clearTimeout(timer);
      this.#pending.delete(refuse);
    };
  }

  /** Calls `refuse` when the service stops. Returns a function that cancels this. */
  onStop(refuse: Refuse): () => void {
    if (this.#isStopping) refuse(restarting());
    this.#endless.add(refuse);
    return () => this.#endless.delete(refuse);
  }

  /**
   * The error of new requests after the service has begun to stop, because open connections may
   * still deliver requests.
   */
  get refusal(): Unavailable | undefined {
    return this.#isStopping ? restarting() : undefined;
  }

  /** Lets requests finish for a while, then refuses the requests that are still running. */
  stop(): void {
    this.#isStopping = true;
    for (const refuse of this.#endless) refuse(restarting());
    setTimeout(() => {
      for (const refuse of this.#pending) refuse(tooLate('The service is being restarted.'));
    }, FINISH_MS).unref();
  }
}

/**
 * Sets a deadline for each handler, from the end of the request body until the start of the answer.
 * Refuses new requests when the service stops.
 */
export function keepDeadlines(app: FastifyInstance, deadlines: Deadlines): void {
  const ends = new WeakMap<object, () => void>();
  app.addHook('onRequest', (_request, _reply, done) => done(deadlines.refusal));
  app.addHook('preHandler', (request, reply, done) => {
    const { deadline } = request.routeOptions.config;
    const isUpgrade = request.headers.upgrade !== undefined;
    if (deadline !== 'own' && !isUpgrade) {
      const waits = deadline === 'waits';
      const end = deadlines.begin((error) => refuse(reply, error), { waits });
      ends.set(request.raw, end);
      reply.raw.once('close', end);
    }
    done();
  });
  // A stream has no time limit after its answer has begun.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (deadlines.refusal) reply.header('Connection', 'close');
    ends.get(request.raw)?.();
    done();
  });
}

function refuse(reply: FastifyReply, error: Unavailable): void {
  if (reply.raw.headersSent) return;
  if (!reply.sent) return void reply.send(error);
  // A library controls the reply, so Fastify must not answer.
  const { status, message, retryAfterSeconds } = failureOf(error);
  reply.raw.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': String(retryAfterSeconds),
  });
  reply.raw.end(JSON.stringify({ detail: message }));
}

function restarting(): Unavailable {
  return new Unavailable('The service is being restarted. Send the request again.', {
    retryAfterSeconds: 5,
  });
}

function tooLate(reason: string): Unavailable {
  return new Unavailable(`${reason} It may still complete. Check before you send it again.`, {
    retryAfterSeconds: 5,
  });
}
