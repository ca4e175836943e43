import { setTimeout as wait } from 'node:timers/promises';
import { startPeriodic } from '../../core/periodic.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import { selectUser } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { conversationDeleted, conversationMoved } from '../conversations/lifecycle.ts';
import { claimChanges, finishChanges, postponeChanges } from './day-changes.sql.ts';
import type { DayChange } from './day-changes.sql.ts';
import { endsOf, settleDay } from './day-settlement.ts';

/** Runs often, because a sweep without work is one query for all users. */
const SWEEP_MS = 60_000;
/** The maximum size of a batch. Imports put years of days into the queue. */
const CLAIMED_AT_ONCE = 200;

/**
 * Summarises past days, and keeps summaries up to date. A trigger records each change in the same
 * transaction. The sweeper processes the days of these changes, the oldest first. Two processes
 * handle the same change only if the first one has died.
 */
export function startDaySweeper(parts: Parts): AsyncDisposable {
  const { outbox, log } = parts;
  const sweeping = startPeriodic({
    name: 'making daily summaries',
    everyMs: SWEEP_MS,
    log,
    atOnce: true,
    run: (stopping) => sweepDays(parts, stopping),
  });
  const unsubscribe = [
    outbox.subscribe(conversationMoved, ({ payload }) => {
      if (payload.status !== 'processing') sweeping.nudge();
    }),
    outbox.subscribe(conversationDeleted, sweeping.nudge),
  ];
  return {
    async [Symbol.asyncDispose]() {
      for (const end of unsubscribe) end();
      await sweeping[Symbol.asyncDispose]();
    },
  };
}

export async function sweepDays(parts: Parts, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const changes = await claimChanges(parts.db, parts.clock.now(), CLAIMED_AT_ONCE);
    const users = Map.groupBy(changes, ({ user_id }) => user_id);
    for (const [user_id, ofUser] of users) {
      await lookAt(parts, user_id, ofUser, signal).catch((error) =>
        parts.log.warn({ err: error, user_id }, 'daily summaries'),
      );
    }
    if (changes.length < CLAIMED_AT_ONCE) return;
  }
}

async function lookAt(
  parts: Parts,
  user_id: string,
  changes: readonly DayChange[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const user = await selectUser(parts.db, user_id);
  if (!user) return finishChanges(parts.db, idsOf(changes));
  const { timezone } = user;
  const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
  const days = Map.groupBy(changes, ({ at }) => dayOf(at, timezone));
  for (const [date, ofDay] of days) {
    // Unprocessed changes become available again when their claim expires.
    if (signal?.aborted) return;
    const began = performance.now();
    await lookAtDay(context, { date, timezone }, idsOf(ofDay)).catch((error) =>
      parts.log.warn({ err: error, user_id, date }, 'daily summary'),
    );
    // Pauses for as long as the work took, so that other work gets half of the database's time.
    const took = performance.now() - began;
    await wait(took, undefined, { ...(signal && { signal }), ref: false }).catch(() => {});
  }
}

async function lookAtDay(
  context: Context,
  day: { date: string; timezone: string },
  changes: readonly number[],
): Promise<void> {
  const isOver = day.date < dayOf(context.clock.now(), day.timezone);
  // The current day has a summary only if the user requested one.
  await settleDay(context, day, isOver ? 'when understood' : 'never');
  if (isOver) await finishChanges(context.db, changes);
  else await postponeChanges(context.db, changes, endsOf(day).until);
}

const idsOf = (changes: readonly DayChange[]): number[] => changes.map(({ id }) => id);
