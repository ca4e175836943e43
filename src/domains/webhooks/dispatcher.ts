import { Conflict, NotFound } from '../../core/errors.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Seal } from '../../core/seal.ts';
import type { Settings } from '../../core/setting.ts';
import { behindWall } from '../../kit/context.ts';
import type { Parts } from '../../kit/context.ts';
import { conversationMoved } from '../conversations/lifecycle.ts';
import { daySummarised } from '../days/day-settlement.ts';
import { segmentsHeard } from '../hearing/recording.ts';
import { bodyOf, PLANS, urlOf } from './bodies.ts';
import * as deliveries from './deliveries.sql.ts';
import type { DueDelivery } from './deliveries.sql.ts';
import { attempted, post } from './delivery-request.ts';
import { validSecrets } from './signing.ts';
import { BACKOFF_SECONDS } from './webhook.ts';
import type { webhookSettings } from './webhook.ts';
import * as sql from './webhooks.sql.ts';

const POLL_MS = 1_000;
/**
 * The maximum number of concurrent deliveries, which is far larger than the number of receivers
 * that hang at the same time. Each delivery holds one socket and one body.
 */
const MAX_AT_ONCE = 256;
/** The maximum number of simultaneous deliveries to one receiver. */
const MAX_OF_ONE = 2;
/** A delivery without an outcome after this time is sent again. */
export const CLAIM_MS = 120_000;
const TIMEOUT_MS = {
  memory_created: 30_000,
  realtime_transcript: 15_000,
  audio_bytes: 15_000,
  day_summary: 30_000,
};
/** The interval of the search for events that were committed late. */
const LATE_MS = 30_000;
const KEEP_DAYS = 7;
const CLEAN_MS = 3_600_000;
const MAX_PLANNED = 100;

export interface Dispatcher extends AsyncDisposable {
  /** Attempts one delivery now, for a test or a replay. */
  deliverNow(user_id: string, id: string): Promise<void>;
}

/**
 * Creates deliveries from the events of the outbox and sends them, with retries. All state is in
 * the database. So the dispatcher continues where the last process stopped, and several processes
 * can run it.
 */
export function startDispatcher(
  parts: Parts,
  { seal, settings }: { seal: Seal; settings: Settings<typeof webhookSettings> },
): Dispatcher {
  const { db, clock, log, newId, outbox } = parts;
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();

  const plan = async ({ withLate }: { withLate: boolean }) => {
    // Most services have no webhooks, and each plan is a large statement.
    const enabled = await sql.selectEnabledTypes(db);
    for (const { event, type } of PLANS.filter((each) => enabled.has(each.type))) {
      const planSome = () => {
        const newIds = Array.from({ length: MAX_PLANNED }, newId);
        const now = clock.now();
        return deliveries.planDeliveries(db, { event, type, newIds, now, withLate });
      };
      while ((await planSome()) === MAX_PLANNED);
    }
  };

  const attempt = async (delivery: DueDelivery): Promise<void> => {
    const outcome = await attempted(() => send(delivery));
    // After the claim expires, another process or the next run of the service sends the delivery
    // again.
    if (stop.signal.aborted && outcome.response_status === null) return;
    const now = clock.now();
    // A test is not retried, because the user has seen its result.
    const retryIn = isTest(delivery) ? undefined : BACKOFF_SECONDS[delivery.attempts - 1];
    const delivered = outcome.error === null && outcome.response_status !== null;
    const gone = outcome.response_status === null && outcome.error === null;
    const again = !delivered && !gone && retryIn !== undefined && outcome.response_status !== 410;
    await deliveries.recordAttempt(db, delivery, {
      ...outcome,
      status: delivered ? 'delivered' : gone ? 'cancelled' : again ? 'pending' : 'failed',
      delivered_at: delivered ? now : null,
      next_attempt_at: new Date(now.getTime() + (retryIn ?? 0) * 1000),
    });
    // The receiver answered 410, so it wants no further deliveries.
    if (outcome.response_status === 410) await sql.switchWebhook(db, delivery, false, now);
  };

  /** Returns the status of the response; null when the subject of the delivery no longer exists. */
  const send = async (delivery: DueDelivery): Promise<number | null> => {
    const { user_id, type, id } = delivery;
    const owner = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
    const content = await bodyOf(owner, delivery);
    if (!content) return null;
    const at = clock.now();
    const row = await sql.selectSecret(db, user_id);
    return post(
      {
        format: 'reference',
        url: urlOf(delivery, content.query),
        id,
        type,
        user_id,
        body: content.body,
        contentType: content.type,
        at,
        secrets: row ? validSecrets(row, at).map((sealed) => seal.open(sealed)) : [],
      },
      {
        timeoutMs: TIMEOUT_MS[type],
        allowPrivate: settings.allowPrivate,
        stopping: stop.signal,
      },
    );
  };

  const start = (delivery: DueDelivery): Promise<void> => {
    const work = attempt(delivery).catch((error) =>
      log.warn({ err: error, delivery: delivery.id }, 'delivery not recorded'),
    );
    underWay.add(work);
    void work.finally(() => {
      underWay.delete(work);
      rounds.nudge();
    });
    return work;
  };

  const round = async () => {
    await plan({ withLate: false });
    const room = MAX_AT_ONCE - underWay.size;
    if (room <= 0) return;
    const now = clock.now();
    const due = await deliveries.claimDue(db, {
      now,
      claimed_until: new Date(now.getTime() + CLAIM_MS),
      limit: room,
      each: MAX_OF_ONE,
    });
    for (const delivery of due) void start(delivery);
  };

  const rounds = startPeriodic({
    name: 'a round of webhook deliveries',
    everyMs: POLL_MS,
    log,
    run: round,
  });
  const late = startPeriodic({
    name: 'late events for webhooks',
    everyMs: LATE_MS,
    log,
    run: () => plan({ withLate: true }),
  });
  const retention = startPeriodic({
    name: 'retention of webhook deliveries',
    everyMs: CLEAN_MS,
    log,
    run: () =>
      deliveries.deleteOldDeliveries(db, new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000)),
  });
  const unsubscribe = [
    outbox.subscribe(conversationMoved, rounds.nudge),
    outbox.subscribe(segmentsHeard, rounds.nudge),
    outbox.subscribe(daySummarised, rounds.nudge),
  ];

  return {
    async deliverNow(user_id, id) {
      const now = clock.now();
      const claimed_until = new Date(now.getTime() + CLAIM_MS);
      const delivery = await deliveries.claimOne(db, { user_id, id, now, claimed_until });
      if (delivery) return start(delivery);
      if (!(await deliveries.selectDelivery(db, user_id, id)))
        throw new NotFound('Delivery not found');
      throw new Conflict('This delivery is being sent right now.');
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      for (const end of unsubscribe) end();
      await Promise.all([rounds, late, retention].map((each) => each[Symbol.asyncDispose]()));
      await Promise.allSettled(underWay);
    },
  };
}

const isTest = ({ payload }: DueDelivery): boolean => (payload as { test?: boolean }).test === true;
