import { Conflict, NotFound } from '../../core/errors.ts';
import type { Seal } from '../../core/seal.ts';
import type { Settings } from '../../core/setting.ts';
import { behindWall } from '../../kit/context.ts';
import type { Parts } from '../../kit/context.ts';
import { bodyOf, deliveryUrl } from './bodies.ts';
import * as deliveries from './deliveries.sql.ts';
import { attempted, post } from './delivery-request.ts';
import { startDeliveryRounds } from './delivery-rounds.ts';
import { claimDue, claimOne } from './event-deliveries.sql.ts';
import type { DueDelivery } from './event-deliveries.sql.ts';
import { validSecrets } from './signing.ts';
import { BACKOFF_SECONDS } from './webhook.ts';
import type { webhookSettings } from './webhook.ts';
import * as sql from './webhooks.sql.ts';

/** The maximum time until deliveries of other processes are noticed. */
const POLL_MS = 1_000;
/**
 * The maximum number of concurrent deliveries, which is far larger than the number of receivers
 * that hang at the same time. Each delivery holds one socket and one body.
 */
const MAX_AT_ONCE = 256;
/** The maximum number of simultaneous deliveries to one receiver. */
const MAX_OF_ONE = 2;
export const CLAIM_MS = 120_000;
const TIMEOUT_MS = {
  memory_created: 30_000,
  realtime_transcript: 15_000,
  audio_bytes: 15_000,
  day_summary: 30_000,
};

export interface Dispatcher extends AsyncDisposable {
  /** Makes the dispatcher look for due deliveries soon. */
  nudge(): void;
  /** Attempts one delivery now, for a test or a replay. */
  deliverNow(user_id: string, id: string): Promise<void>;
}

/** Sends the deliveries of the older webhooks, with retries. */
export function startDispatcher(
  parts: Parts,
  { seal, settings }: { seal: Seal; settings: Settings<typeof webhookSettings> },
): Dispatcher {
  const { db, clock } = parts;

  const attempt = async (delivery: DueDelivery): Promise<void> => {
    const outcome = await attempted(() => send(delivery));
    // After the claim expires, another process or the next run of the service sends the delivery
    // again.
    if (rounds.stopping.aborted && outcome.response_status === null) return;
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
        url: deliveryUrl(delivery, content.query),
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
        stopping: rounds.stopping,
      },
    );
  };

  const rounds = startDeliveryRounds<DueDelivery>(parts, {
    name: 'webhook deliveries',
    everyMs: POLL_MS,
    claimMs: CLAIM_MS,
    maxAtOnce: MAX_AT_ONCE,
    claim: (claim) => claimDue(db, { ...claim, each: MAX_OF_ONE }),
    deliver: attempt,
    clean: (before) => deliveries.deleteOldDeliveries(db, { format: 'reference', before }),
  });

  return {
    nudge: rounds.nudge,
    async deliverNow(user_id, id) {
      const delivery = await claimOne(db, { user_id, id, ...rounds.newClaim() });
      if (delivery) return rounds.start(delivery);
      if (!(await deliveries.selectDelivery(db, { user_id, id })))
        throw new NotFound('Delivery not found');
      throw new Conflict('This delivery is being sent right now.');
    },
    [Symbol.asyncDispose]: () => rounds[Symbol.asyncDispose](),
  };
}

const isTest = ({ payload }: DueDelivery): boolean => (payload as { test?: boolean }).test === true;
