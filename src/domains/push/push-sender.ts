import { behindWall } from '../../kit/context.ts';
import type { Parts } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { startDeliveryRounds } from '../webhooks/delivery-rounds.ts';
import { daysTold, isWholeDay, nextHourAt } from './hours.ts';
import * as messages from './messages.sql.ts';
import type { DueMessage, DueTask } from './messages.sql.ts';
import { notificationOf } from './notifications.ts';
import { sendNotification } from './push-service.ts';
import type { PushAttempt, PushParts } from './push-service.ts';
import * as subscriptions from './subscriptions.sql.ts';
import type { DueHourRow } from './subscriptions.sql.ts';

const POLL_MS = 2_000;
const MAX_AT_ONCE = 50;
const MAX_PLANNED = 200;
const CLAIM_MS = 120_000;
/** What was due while the service was off is told later, but not much later. */
const LATE_MS = 12 * 3_600_000;
/** A subscription whose push service has accepted nothing for so long ends. */
const FAILS_MS = 7 * 86_400_000;
/** The seconds before the second attempt, the third and so on. */
const BACKOFF_SECONDS = [30, 120, 600, 3600, 3 * 3600];
/** The day is summarised when its last conversation is understood. */
const LATER_SECONDS = 600;

/**
 * Finds what has become due, and sends it to the browsers that want to know. All state is in the
 * database, so that several processes together send each message once.
 */
export function startPushSender(parts: Parts, push: PushParts): AsyncDisposable {
  const { db, clock } = parts;

  const deliver = async (message: DueMessage): Promise<void> => {
    const { user_id, subscription_id, expires_at } = message;
    const now = clock.now();
    if (expires_at <= now) return messages.finishMessage(db, message, { status: 'failed' });
    const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
    const made = await notificationOf(context, message);
    if (made === 'nothing') return messages.finishMessage(db, message, { status: 'cancelled' });
    if (made === 'later') return retry(message, LATER_SECONDS);
    const attempt = await sendNotification(push, message.sealed, {
      notification: made,
      id: message.id,
      now,
      seconds: (expires_at.getTime() - now.getTime()) / 1000,
      stopping: rounds.stopping,
    });
    // After the claim expires, another process or the next run of the service sends it again.
    if (rounds.stopping.aborted && !attempt.isAccepted) return undefined;
    const subscription = { user_id, id: subscription_id };
    if (await endsAfter(parts, subscription, attempt)) return undefined;
    if (attempt.isAccepted) return messages.finishMessage(db, message, { status: 'delivered' });
    const wait = BACKOFF_SECONDS[message.attempts - 1];
    if (wait === undefined || !attempt.mayHelp) {
      return messages.finishMessage(db, message, { status: 'failed' });
    }
    return retry(message, Math.max(wait, attempt.retryAfterSeconds));
  };

  const retry = (message: DueMessage, seconds: number) => {
    const next_attempt_at = new Date(clock.now().getTime() + seconds * 1000);
    return messages.finishMessage(db, message, { status: 'pending', next_attempt_at });
  };

  const rounds = startDeliveryRounds<DueMessage>(parts, {
    name: 'notifications',
    everyMs: POLL_MS,
    claimMs: CLAIM_MS,
    maxAtOnce: MAX_AT_ONCE,
    async plan() {
      await planHours(parts);
      await planTasks(parts);
    },
    claim: (claim) => messages.claimMessages(db, claim),
    deliver,
    clean: (before) => messages.deleteOldMessages(db, before),
  });
  return rounds;
}

/** Notes the outcome of an attempt, and ends a subscription that takes nothing any more. */
export async function endsAfter(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  subscription: { user_id: string; id: string },
  { isGone, isAccepted }: PushAttempt,
): Promise<boolean> {
  const now = clock.now();
  const since = await subscriptions.noteOutcome(db, subscription, isAccepted ? null : now);
  const ends = isGone || (since !== null && since.getTime() <= now.getTime() - FAILS_MS);
  if (ends) await subscriptions.deleteSubscription(db, subscription);
  return ends;
}

/** Plans the summaries and the tasks of a whole day, once for each hour that has come. */
async function planHours({ db, clock, newId }: Parts): Promise<void> {
  const now = clock.now();
  const due = await subscriptions.selectDueHours(db, now, MAX_PLANNED);
  for (const each of due) {
    await transaction(db, async (tx) => {
      const next_hour_at = nextHourAt(now, each.zone_now, each.hour);
      const next = { timezone: each.zone_now, next_hour_at };
      if (!(await subscriptions.moveHour(tx, each, next))) return;
      // In another time zone, the hour comes at another time.
      if (each.timezone !== each.zone_now) return;
      if (each.next_hour_at.getTime() <= now.getTime() - LATE_MS) return;
      await messages.insertPushMessages(
        tx,
        toldAt(each).map((told) => ({ ...told, id: newId() })),
      );
    });
  }
}

function toldAt({ user_id, id, tasks, days, hour, timezone, next_hour_at: due_at }: DueHourRow) {
  const told = daysTold(due_at, timezone, hour);
  const common = {
    user_id,
    subscription_id: id,
    due_at,
    status: 'pending' as const,
    expires_at: new Date(due_at.getTime() + LATE_MS),
  };
  return [
    ...(days ? [{ ...common, kind: 'day' as const, subject: told.summary }] : []),
    ...(tasks ? [{ ...common, kind: 'tasks' as const, subject: told.tasks }] : []),
  ];
}

async function planTasks({ db, clock, newId }: Parts): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - LATE_MS);
  let due: DueTask[];
  do {
    due = await messages.selectDueTasks(db, { now, since, limit: MAX_PLANNED });
    await messages.insertPushMessages(
      db,
      due.map(({ user_id, subscription_id, task_id, due_at, timezone }) => ({
        user_id,
        id: newId(),
        subscription_id,
        kind: 'task' as const,
        subject: task_id,
        due_at,
        // The tasks of a whole day are told together, at the hour that the user chose.
        status: isWholeDay(due_at, timezone) ? ('cancelled' as const) : ('pending' as const),
        expires_at: new Date(due_at.getTime() + LATE_MS),
      })),
    );
  } while (due.length === MAX_PLANNED);
}
