/** Tests the order, the number and the end of the deliveries of a dispatcher. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { sealWith } from '../../core/seal.ts';
import { transaction } from '../../storage/transaction.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { selectDelivery } from './deliveries.sql.ts';
import { startDispatcher } from './dispatcher.ts';
import { insertTest } from './event-deliveries.sql.ts';
import { startForwarder } from './forwarder.ts';
import type { WebhookType } from './webhook.ts';
import { selectWebhook } from './webhooks.sql.ts';

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
});
after(() => service[Symbol.asyncDispose]());

const set = (type: WebhookType, url: string) =>
  service.owner.call('POST', `/v1/users/developer/webhook/${type}`, { url });

interface Waiting {
  type: WebhookType;
  url: string;
  users: number;
  /** The number of deliveries of each user. */
  each: number;
  created_at: Date;
}

/** Adds users, each with a webhook and deliveries that are due. */
async function addWaiting({ type, url, users, each, created_at }: Waiting): Promise<void> {
  await transaction(service.service.parts.db, async (tx) => {
    await sql`
      WITH someone AS (
        INSERT INTO users (id, email, name)
        SELECT id, id || '@example.org', 'Ana'
        FROM (SELECT gen_random_uuid()::text AS id FROM generate_series(1, ${users}::int4)) AS made
        RETURNING id
      )
      INSERT INTO receivers (user_id, id, format, type, url, seconds, enabled, enabled_at,
        last_event_id, description, types, include_transcript, secret, cursor, since, read_at,
        next_look_at, created_at, updated_at)
      SELECT id, gen_random_uuid(), 'reference', ${type}, ${url}, 5, true, at, 0, '', '{}', false,
        '', '', 0, at, at, at, at
      FROM someone, (SELECT ${created_at}::timestamptz AS at) AS now
    `.execute(tx);
    await sql`
      INSERT INTO deliveries (user_id, id, endpoint_id, format, type, payload, next_attempt_at,
        changed_at, created_at)
      SELECT r.user_id, gen_random_uuid(), r.id, r.format, r.type,
        CASE r.type WHEN 'audio_bytes' THEN '{}' ELSE '{"test": true}' END::jsonb,
        r.created_at, r.created_at, r.created_at
      FROM receivers AS r, generate_series(1, ${each}::int4) WHERE r.created_at = ${created_at}
    `.execute(tx);
  });
}

/** Inserts a test delivery to the webhook of the owner for conversations. */
async function addTest(id: string, next_attempt_at: Date): Promise<void> {
  const { db } = service.service.parts;
  const webhook = await selectWebhook(db, service.owner.id, 'memory_created');
  await insertTest(db, webhook!, { id, now: new Date(), next_attempt_at });
}

/**
 * Waits for deliveries of sound that no longer exists to this many users; they are cancelled when
 * they are due.
 */
async function cancel({ users, each }: Pick<Waiting, 'users' | 'each'>): Promise<void> {
  const { db } = service.service.parts;
  const created_at = new Date();
  await addWaiting({ type: 'audio_bytes', url: 'http://127.0.0.1:1/', users, each, created_at });
  await eventually('the cancelled deliveries', async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int4 AS count FROM deliveries
      WHERE status = 'cancelled' AND created_at = ${created_at}
    `.execute(db);
    return rows[0]!.count === users * each;
  });
}

/** Waits for two rounds of a dispatcher. */
async function nextRounds(): Promise<void> {
  const from = performance.now();
  await eventually('the time of two rounds', async () => performance.now() - from > 2_000);
}

test('at most 256 deliveries run at once', async () => {
  await using receiver = await startWebhookReceiver();
  const release = Promise.withResolvers<number>();
  receiver.answer = () => release.promise;
  const { url } = receiver;
  await addWaiting({ type: 'memory_created', url, users: 129, each: 2, created_at: new Date() });
  await receiver.until(256);
  await nextRounds();
  assert.equal(receiver.received.length, 256);
  release.resolve(200);
  await receiver.until(258);
});

test('more deliveries than may run at once follow each other without a pause', () =>
  cancel({ users: 5, each: 52 }));

test('one receiver gets at most two deliveries at once', async () => {
  await using receiver = await startWebhookReceiver();
  const release = Promise.withResolvers<number>();
  receiver.answer = () => release.promise;
  await set('memory_created', receiver.url);
  for (const id of [randomUUID(), randomUUID(), randomUUID()]) await addTest(id, new Date());
  await receiver.until(2);
  // Proves that the dispatcher ran again.
  await cancel({ users: 1, each: 1 });
  assert.equal(receiver.received.length, 2);
  release.resolve(200);
  await receiver.until(3);
});

test('a dispatcher records an accepted delivery before it stops', async () => {
  await using receiver = await startWebhookReceiver();
  const { owner, service: own } = service;
  await set('memory_created', receiver.url);
  await owner.call('DELETE', '/v1/users/developer/webhook-signing-secret');
  const [answered, accepted] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  receiver.answer = () => answered.promise;
  let isAnswered = false;
  const clock: Clock = {
    now() {
      if (isAnswered) accepted.resolve();
      return new Date();
    },
  };
  const parts = { ...own.parts, clock };
  const dispatcher = startDispatcher(parts, {
    seal: sealWith('unused', 'webhooks'),
    settings: { allowPrivate: true },
  });
  const id = randomUUID();
  await addTest(id, new Date('2100-01-01'));
  const delivered = dispatcher.deliverNow(owner.id, id);
  await receiver.until(1);
  // Nothing can be recorded during this transaction, and no round can begin.
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(parts.db, async (tx) => {
    await sql`LOCK TABLE receivers, deliveries`.execute(tx);
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  await setImmediate();
  isAnswered = true;
  answered.resolve(200);
  await accepted.promise;
  let isStopped = false;
  const stopping = dispatcher[Symbol.asyncDispose]().then(() => (isStopped = true));
  await setImmediate();
  assert.equal(isStopped, false);
  released.resolve();
  await Promise.all([holding, stopping, delivered]);
  assert.equal((await selectDelivery(parts.db, { user_id: owner.id, id }))?.status, 'delivered');
});

test('a stopped dispatcher and its forwarder listen to nothing and run no round', async () => {
  const { parts } = service.service;
  const listening = new Set<object>();
  const outbox = Object.create(parts.outbox, {
    subscribe: {
      value(...given: Parameters<typeof parts.outbox.subscribe>) {
        const end = parts.outbox.subscribe(...given);
        listening.add(end);
        return () => {
          listening.delete(end);
          end();
        };
      },
    },
  });
  let rounds = 0;
  const clock: Clock = {
    now() {
      rounds += 1;
      return new Date();
    },
  };
  const dispatcher = startDispatcher(
    { ...parts, clock, outbox },
    { seal: sealWith('unused', 'webhooks'), settings: { allowPrivate: true } },
  );
  const forwarder = startForwarder({ ...parts, clock, outbox }, dispatcher);
  assert.equal(listening.size, 3);
  await eventually('a round', async () => rounds > 0);
  await forwarder[Symbol.asyncDispose]();
  await dispatcher[Symbol.asyncDispose]();
  assert.equal(listening.size, 0);
  const before = rounds;
  await nextRounds();
  assert.equal(rounds, before);
});
