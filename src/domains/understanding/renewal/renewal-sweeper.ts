import { startPeriodic } from '../../../core/periodic.ts';
import { wallClockAt } from '../../../engines/understanding/wall-clock.ts';
import { behindWall } from '../../../kit/context.ts';
import type { Parts } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { conversationMoved, repeatProcessing } from '../../conversations/lifecycle.ts';
import { renewalRequested } from './renewal.ts';
import * as sql from './renewal.sql.ts';

const SWEEP_MS = 60_000;
/** The hours of the user's night, by the wall clock. */
const NIGHT = { from: 1, until: 5 };

/**
 * Understands conversations anew for the users who asked for it: one conversation of a user at a
 * time. The next one begins when the former is processed.
 */
export function startRenewals(parts: Parts): AsyncDisposable {
  const sweeping = startPeriodic({
    name: 'understanding conversations anew',
    everyMs: SWEEP_MS,
    log: parts.log,
    atOnce: true,
    run: (stopping) => sweepRenewals(parts, stopping),
  });
  const unsubscribes = [
    parts.outbox.subscribe(renewalRequested, sweeping.nudge),
    parts.outbox.subscribe(conversationMoved, ({ payload }) => {
      if (payload.status !== 'processing') sweeping.nudge();
    }),
  ];
  return {
    async [Symbol.asyncDispose]() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      await sweeping[Symbol.asyncDispose]();
    },
  };
}

export async function sweepRenewals(parts: Parts, signal?: AbortSignal): Promise<void> {
  for (const { user_id, when_to_run, timezone } of await sql.selectUsersToRenew(parts.db)) {
    if (signal?.aborted) return;
    const { hour } = wallClockAt(parts.clock.now(), timezone);
    const isNight = hour >= NIGHT.from && hour < NIGHT.until;
    if (when_to_run === 'at_night' && !isNight) continue;
    await beginNext(parts, user_id).catch((error) =>
      parts.log.warn({ err: error, user_id }, 'a conversation was not understood anew'),
    );
  }
}

async function beginNext(parts: Parts, user_id: string): Promise<void> {
  const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
  await transaction(context.db, async (tx) => {
    const id = await sql.lockNext(tx, user_id);
    if (id === undefined) return;
    if (id === null) return sql.deleteRenewal(tx, user_id);
    await sql.noteBegun(tx, user_id, id);
    const inside = { ...context, db: tx };
    await repeatProcessing(inside, { id, from: 'completed', set: { forced: true } });
  });
}
