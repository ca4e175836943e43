import { startPeriodic } from '../../../core/periodic.ts';
import type { Periodic } from '../../../core/periodic.ts';
import { wallClockAt } from '../../../engines/calendar/wall-clock.ts';
import { behindWall } from '../../../kit/context.ts';
import type { Context, Parts } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { conversationMoved, repeatProcessing } from '../../conversations/lifecycle.ts';
import { renewalRequested } from './renewal.ts';
import * as sql from './renewal.sql.ts';
import type { Renewers, Renewable } from './renewal.sql.ts';

const SWEEP_MS = 60_000;
/** The hours of the user's night, by the wall clock. */
const NIGHT = { from: 1, until: 5 };

/**
 * Hears the kept sound of a conversation anew. Resolves with true when the new words have replaced
 * the old ones, and the processing of the conversation has begun.
 */
export type HearAnew = (context: Context, conversation_id: string) => Promise<boolean>;

/**
 * Hears and understands conversations anew for the users who asked for it: one conversation of a
 * user at a time. The next one begins when the former is processed.
 */
export class Renewals implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #renewers: Renewers;
  readonly #hearAnew: HearAnew;
  readonly #sweeping: Periodic;
  readonly #unsubscribes: (() => void)[];
  /** The user whose conversation is heard anew; one at a time for the whole service. */
  #heard: string | null = null;
  #isOver = false;

  constructor(parts: Parts, renewers: Renewers, hearAnew: HearAnew) {
    this.#parts = parts;
    this.#renewers = renewers;
    this.#hearAnew = hearAnew;
    this.#sweeping = startPeriodic({
      name: 'hearing and understanding conversations anew',
      everyMs: SWEEP_MS,
      log: parts.log,
      atOnce: true,
      run: (stopping) => this.sweep(stopping),
    });
    const { nudge } = this.#sweeping;
    this.#unsubscribes = [
      parts.outbox.subscribe(renewalRequested, nudge),
      parts.outbox.subscribe(conversationMoved, ({ payload }) => {
        if (payload.status !== 'processing') nudge();
      }),
    ];
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    const { db, clock, log } = this.#parts;
    for (const { user_id, when_to_run, timezone } of await sql.selectUsersToRenew(db)) {
      if (signal?.aborted) return;
      const { hour } = wallClockAt(clock.now(), timezone);
      const isNight = hour >= NIGHT.from && hour < NIGHT.until;
      if (when_to_run === 'at_night' && !isNight) continue;
      await this.#beginNext(user_id).catch((error) =>
        log.warn({ err: error, user_id }, 'a conversation was not understood anew'),
      );
    }
  }

  /** Ends no hearing that is under way; the lane in which it runs does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.#sweeping[Symbol.asyncDispose]();
  }

  async #beginNext(user_id: string): Promise<void> {
    if (this.#heard === user_id) return;
    const context = behindWall({ ...this.#parts, actor: { kind: 'job', user_id }, ip: null });
    const next = await transaction(context.db, async (tx) => {
      const found = await sql.lockNext(tx, user_id, this.#renewers);
      if (found === null) await sql.deleteRenewal(tx, user_id);
      if (!found || (found.is_to_hear && this.#heard !== null)) return null;
      await sql.noteBegun(tx, user_id, found.id);
      if (!found.is_to_hear) await understandAnew({ ...context, db: tx }, found);
      return found;
    });
    if (next?.is_to_hear) void this.#hear(context, user_id, next);
  }

  /** Runs beside the sweeps, because it may take as long as the conversation. */
  async #hear(context: Context, user_id: string, found: Renewable): Promise<void> {
    this.#heard = user_id;
    const { id } = found;
    try {
      const isReplaced = await this.#hearAnew(context, id).catch((err: unknown) => {
        context.log.warn({ err, conversation_id: id }, 'a conversation was not heard anew');
        return false;
      });
      if (!isReplaced && !this.#isOver) await understandAnew(context, found);
    } catch (err) {
      context.log.warn({ err, conversation_id: id }, 'a conversation was not understood anew');
    } finally {
      this.#heard = null;
      this.#sweeping.nudge();
    }
  }
}

async function understandAnew(context: Context, { id, is_by_rules }: Renewable): Promise<void> {
  if (!is_by_rules) return;
  await repeatProcessing(context, { id, from: 'completed', set: { forced: true } });
}
