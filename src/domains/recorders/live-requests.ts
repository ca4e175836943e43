/**
 * Sound and words that a recorder's service sends in requests while they are spoken. The requests
 * of a connection share a live session, as if they came through a socket.
 */
import { RateLimited } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Context, Parts } from '../../kit/context.ts';
import type { OpenConnection } from '../connections/connection-kind.ts';
import { ListenQuery } from '../devices/message.ts';
import { TooFast } from '../listening/intake.ts';
import { openSession } from '../listening/session-opening.ts';
import type { Listening } from '../listening/session-opening.ts';
import type { ListeningSession } from '../listening/session.ts';
import { liveSlots, noteHeard } from './heard-live.ts';

/** After this time without a request, the session is closed. Its conversation ends by its silence. */
const IDLE_MS = 90_000;
const LOOK_MS = 5_000;
const TOO_FAST_SECONDS = 30;

type Connection = Pick<OpenConnection, 'user_id' | 'id'>;

interface OpenRequests {
  /** The options of the session, to compare. */
  options: string;
  session: ListeningSession;
  usedAt: number;
  /** The last note that was stored. */
  noted: string;
}

export class LiveRequests implements AsyncDisposable {
  readonly #listening: Listening;
  readonly #clock: Parts['clock'];
  readonly #open = new Map<string, Promise<OpenRequests>>();
  readonly #idle: Periodic;

  constructor(listening: Listening, { clock, log }: Pick<Parts, 'clock' | 'log'>) {
    this.#listening = listening;
    this.#clock = clock;
    this.#idle = startPeriodic({
      name: 'closing sessions of recorders',
      everyMs: LOOK_MS,
      log,
      run: () => this.#closeIdle(log),
    });
  }

  /**
   * Resolves when what `give` hands to the session would survive a crash. `options` are those of a
   * listening socket; a request with other options ends the session before it. Throws
   * `RateLimited`, `Unavailable` or `NoRoom`.
   */
  async take(
    context: Context,
    connection: Connection,
    { options, give }: { options: object; give: (session: ListeningSession) => void },
  ): Promise<void> {
    const requests = await this.#sessionFor(context, connection, options);
    requests.usedAt = this.#clock.now().getTime();
    try {
      give(requests.session);
    } catch (error) {
      throw error instanceof TooFast ? new RateLimited(error.message, TOO_FAST_SECONDS) : error;
    }
    await requests.session.keep();
    const now = this.#clock.now();
    const [note] = liveSlots(now, now);
    if (note === requests.noted) return;
    await noteHeard(context, connection, [note!]);
    requests.noted = note!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#idle[Symbol.asyncDispose]();
  }

  async #sessionFor(
    context: Context,
    connection: Connection,
    options: object,
  ): Promise<OpenRequests> {
    const opening = this.#open.get(connection.id);
    if (!opening) return this.#begin(context, connection, options);
    const open = await opening;
    if (open.options === JSON.stringify(options)) return open;
    await this.#end(connection.id, opening, context.log);
    // Another request may have begun a session meanwhile.
    return this.#sessionFor(context, connection, options);
  }

  #begin(context: Context, connection: Connection, options: object): Promise<OpenRequests> {
    const { id: key } = connection;
    const { sessions } = this.#listening;
    const opening = Promise.withResolvers<OpenRequests>();
    this.#open.set(key, opening.promise);
    void sessions
      .open(async () => {
        const session = await openSession(context, this.#listening, {
          options: ListenQuery.parse({ device_id: `recorder ${connection.id}`, ...options }),
          send: () => {},
          hangUp: () => void this.#end(key, opening.promise, context.log),
        });
        sessions.add(session);
        opening.resolve({
          options: JSON.stringify(options),
          session,
          usedAt: this.#clock.now().getTime(),
          noted: '',
        });
      })
      .catch((error: unknown) => {
        this.#forget(key, opening.promise);
        opening.reject(error);
      });
    return opening.promise;
  }

  async #closeIdle(log: Log): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [key, opening] of this.#open) {
      const requests = await opening.catch(() => null);
      if (requests && now - requests.usedAt >= IDLE_MS) await this.#end(key, opening, log);
    }
  }

  async #end(key: string, opening: Promise<OpenRequests>, log: Log): Promise<void> {
    this.#forget(key, opening);
    const requests = await opening.catch(() => null);
    if (!requests) return;
    const { session } = requests;
    await session
      .close()
      .catch((err: unknown) => log.error({ err }, 'a session could not end well'));
    this.#listening.sessions.delete(session);
  }

  #forget(key: string, opening: Promise<OpenRequests>): void {
    if (this.#open.get(key) === opening) this.#open.delete(key);
  }
}
