import { Gone, NotReady } from '../../../core/errors.ts';
import type { Parts } from '../../../kit/context.ts';
import { conversationMoved } from '../../conversations/lifecycle.ts';
import type { ChangeWatch } from '../../changes/change-watch.ts';
import { kindsFor, positionNow, readNotes, transactionOf } from '../../changes/feed.ts';
import * as deliveries from '../deliveries.sql.ts';
import type { DeliveryRow } from '../deliveries.sql.ts';
import type { Attempt } from '../delivery-request.ts';
import { startDeliveryRounds } from '../delivery-rounds.ts';
import { BACKOFF_SECONDS } from '../webhook.ts';
import { kindsOf } from './endpoint.ts';
import { extendClaim, planDeliveries, selectNextDelivery } from './endpoint-deliveries.sql.ts';
import { endpointRequests } from './endpoint-requests.ts';
import type { EndpointRequests, RequestParts } from './endpoint-requests.ts';
import * as sql from './endpoints.sql.ts';
import type { EndpointRow } from './endpoints.sql.ts';
import { eventsOf } from './endpoint-events.ts';

/** The maximum time until changes by other processes are noticed. */
const POLL_MS = 1_000;
/** An endpoint gets one delivery at a time, because the order matters. */
const MAX_ENDPOINTS_AT_ONCE = 64;
/** After this many consecutive deliveries, an endpoint lets the other endpoints go first. */
const MAX_IN_A_ROW = 100;
const PAGE = 25;
/** After this time without a heartbeat of the process, another process takes its endpoints. */
const CLAIM_MS = 60_000;
/** An endpoint without a successful delivery for this long is paused. */
const PATIENCE_MS = 3 * 86_400_000;
/** The wait before the next attempt while the memories of the account are closed. */
const CLOSED_MS = 60_000;
/**
 * The interval at which idle endpoints move their position. The log keeps changes for only 30 days.
 */
const READ_EVERY_MS = 6 * 3_600_000;
const KEEP_COUNT = 1_000;

export interface EndpointSender extends AsyncDisposable, Pick<EndpointRequests, 'bodyOf' | 'send'> {
  /** Makes the sender look for endpoints with pending deliveries soon. */
  nudge(): void;
}

export interface SenderParts extends Omit<RequestParts, 'stopping'> {
  watch: ChangeWatch;
}

/** Releases the endpoints of killed processes, so that these endpoints need not wait. */
export async function releaseEndpoints({ db }: Parts, ended: readonly string[]): Promise<void> {
  if (ended.length > 0) await sql.releaseEndpointsOf(db, ended);
}

/**
 * Sends the changes of the log to the endpoints of users. An endpoint is a reader of the feed. The
 * position of an endpoint and its planned deliveries are stored together. So no change is lost or
 * sent out of order, even if several processes run or a process is killed.
 */
export function startEndpointSender(parts: Parts, given: SenderParts): EndpointSender {
  const { db, clock, log, newId, outbox } = parts;
  const { kinds, watch } = given;
  let users = new Set<string>();

  const rounds = startDeliveryRounds<EndpointRow>(parts, {
    name: 'deliveries to webhook endpoints',
    everyMs: POLL_MS,
    claimMs: CLAIM_MS,
    maxAtOnce: MAX_ENDPOINTS_AT_ONCE,
    async claim(claim) {
      users = new Set(await sql.selectUsersWithEndpoints(db));
      if (users.size === 0) return [];
      const read_before = new Date(claim.now.getTime() - READ_EVERY_MS);
      return sql.claimEndpoints(db, {
        ...claim,
        claim: `${parts.processId} ${newId()}`,
        read_before,
      });
    },
    deliver: (endpoint) => serve(endpoint).catch((error) => hindered(endpoint, error)),
    clean: (before) =>
      deliveries.deleteOldDeliveries(db, { format: 'standard', before, most: KEEP_COUNT }),
  });
  const { stopping } = rounds;
  const { readerOf, bodyOf, secretsOf, send } = endpointRequests(parts, { ...given, stopping });

  /** Plans the deliveries of the next page of changes; returns false at the end of the feed. */
  const plan = async (endpoint: EndpointRow): Promise<boolean> => {
    const reader = readerOf(endpoint);
    const names = kindsOf(endpoint.types);
    const readable = kindsFor(reader, kinds, undefined).filter(({ kind }) => names.includes(kind));
    const { cursor } = endpoint;
    const page = await readNotes(reader, { kinds: readable, cursor, limit: PAGE });
    const planned = page.entries.flatMap((note) => eventsOf(note, endpoint, newId));
    const next = { cursor: page.next_cursor, since: transactionOf(page.next_cursor) };
    Object.assign(endpoint, next);
    const isMine = await planDeliveries(db, endpoint, planned, {
      ...next,
      now: clock.now(),
    });
    return isMine && (planned.length > 0 || page.has_more);
  };

  /** Sends the pending deliveries of the endpoint, until none is left or one fails. */
  const serve = async (endpoint: EndpointRow): Promise<void> => {
    const release = (change: Parameters<typeof sql.releaseEndpoint>[2]) =>
      sql.releaseEndpoint(db, endpoint, change);
    if (secretsOf(endpoint).length === 0) {
      return release({ enabled: false, pause_reason: NO_SECRET });
    }
    for (let count = 0; count < MAX_IN_A_ROW && !stopping.aborted; count += 1) {
      const delivery = await selectNextDelivery(db, endpoint);
      // The key may be revoked at any time, and nothing is sent for a revoked key.
      if (endpoint.key_id && !(await sql.hasKey(db, endpoint.user_id, endpoint.key_id))) {
        return release({ enabled: false, pause_reason: KEY_IS_GONE });
      }
      if (!delivery) {
        if (await plan(endpoint)) continue;
        return release({});
      }
      const body = await bodyOf(endpoint, delivery);
      if (body === null) {
        await deliveries.cancelDelivery(db, delivery, 'The record no longer exists.');
        continue;
      }
      const attempt = await send(endpoint, delivery.id, body);
      // After the claim expires, another process or the next run of the service sends the delivery
      // again.
      if (stopping.aborted && attempt.response_status === null) return release({});
      const now = clock.now();
      if (attempt.error !== null) return giveUpForNow(endpoint, { delivery, attempt, now });
      await deliveries.recordAttempt(db, delivery, {
        ...attempt,
        status: 'delivered',
        next_attempt_at: null,
        delivered_at: now,
      });
      const until = new Date(now.getTime() + CLAIM_MS);
      if (!(await extendClaim(db, endpoint, until))) return release({});
    }
    return release({});
  };

  const giveUpForNow = async (
    endpoint: EndpointRow,
    { delivery, attempt, now }: { delivery: DeliveryRow; attempt: Attempt; now: Date },
  ): Promise<void> => {
    const wait = BACKOFF_SECONDS[Math.min(delivery.attempts, BACKOFF_SECONDS.length - 1)]!;
    const next_look_at = new Date(now.getTime() + wait * 1000);
    await deliveries.recordAttempt(db, delivery, {
      ...attempt,
      status: 'pending',
      next_attempt_at: next_look_at,
      delivered_at: null,
    });
    const failing_since = endpoint.failing_since ?? now;
    const isGone = attempt.response_status === 410;
    const isLong = now.getTime() - failing_since.getTime() >= PATIENCE_MS;
    const reason = isGone
      ? 'The receiver answered 410: it wants no further deliveries.'
      : `All deliveries have failed since ${failing_since.toISOString()}. ${attempt.error}`;
    await sql.releaseEndpoint(db, endpoint, {
      failing_since,
      next_look_at,
      ...((isGone || isLong) && { enabled: false, pause_reason: reason }),
    });
  };

  /** Handles failures that the receiver of the endpoint did not cause. */
  const hindered = async (endpoint: EndpointRow, error: unknown): Promise<void> => {
    const now = clock.now();
    if (error instanceof Gone) {
      const cursor = await positionNow(readerOf(endpoint));
      const since = transactionOf(cursor);
      const change = { cursor, since, read_at: now, enabled: false, pause_reason: TOO_OLD };
      return sql.releaseEndpoint(db, endpoint, change);
    }
    if (!(error instanceof NotReady)) {
      log.warn({ err: error, endpoint: endpoint.id }, 'deliveries to a webhook stopped');
    }
    const next_look_at = new Date(now.getTime() + CLOSED_MS);
    return sql.releaseEndpoint(db, endpoint, { next_look_at });
  };

  const nudgeFor = (user_id: string) => {
    if (users.has(user_id)) rounds.nudge();
  };
  const unsubscribe = [
    watch.subscribe(nudgeFor),
    outbox.subscribe(conversationMoved, ({ user_id }) => nudgeFor(user_id)),
  ];

  return {
    nudge: rounds.nudge,
    bodyOf,
    send,
    async [Symbol.asyncDispose]() {
      for (const end of unsubscribe) end();
      await rounds[Symbol.asyncDispose]();
    },
  };
}

const KEY_IS_GONE = 'The key that made this endpoint was revoked. Make a new endpoint.';
const NO_SECRET =
  'The operator replaced the secret of the service. Give the endpoint a new secret, then enable it.';
const TOO_OLD =
  'Changes were not delivered, because they are no longer kept. Read the feed from its beginning, ' +
  'then enable the endpoint: it continues with later changes.';
