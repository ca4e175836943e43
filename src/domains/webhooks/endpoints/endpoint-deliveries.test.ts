// Both databases: the service is killed while deliveries wait, and two processes share them.
/**
 * Tests endpoints that get the changes of the log, with Standard Webhooks headers and signatures.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ManualClock } from '../../../core/clock.ts';
import { updateReadiness } from '../../accounts/accounts.ts';
import type { ApiUser, Json } from '../../../testing/clients/api-user.ts';
import { ApiUser as User } from '../../../testing/clients/api-user.ts';
import { changesAreFinal, eventually } from '../../../testing/eventually.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { startWebhookReceiver } from '../../../testing/servers/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../../../testing/servers/webhook-receiver.ts';
import { spawnService } from '../../../testing/service-process.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../../testing/template.ts';

const PATH = '/v1/webhooks';
const environment = { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' };
const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
/** The moments are random, so the kills of many runs add up. */
const KILLS = serverUrl ? 2 : 3;

type Caller = Pick<ApiUser, 'call'>;

const ok = async (caller: Caller, method: string, path: string, body?: object): Promise<Json> => {
  const answer = await caller.call(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const listen = (caller: Caller, url: string, types: string[], path = PATH) =>
  ok(caller, 'POST', path, { url, types });
const remember = (owner: Caller, content: string) => ok(owner, 'POST', '/v3/memories', { content });

const bodies = ({ received }: WebhookReceiver): Json[] =>
  received.map(({ body }) => JSON.parse(body));
const told = (receiver: WebhookReceiver) =>
  bodies(receiver).map(({ type, data }) => [type, data.record?.content ?? data.id]);

function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

const delivered = (owner: Caller, id: string, count: number) =>
  eventually(`${count} deliveries`, async () => {
    const rows = await ok(owner, 'GET', `${PATH}/${id}/deliveries?status=delivered&limit=500`);
    return rows.length >= count && rows;
  });

const clock = new ManualClock('2026-03-02T10:00:00Z');
/** Most tests share a service, and those that move the time share another. */
let service: TestService;
let timed: TestService;
before(async () => {
  service = await startService({ environment });
  timed = await startService({ environment, clock });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await timed[Symbol.asyncDispose]();
});

/** Returns the owner of a shared service without the endpoints of earlier tests. */
async function ownerOf(shared: TestService): Promise<ApiUser> {
  const { owner } = shared;
  for (const { id } of await ok(owner, 'GET', PATH)) await owner.call('DELETE', `${PATH}/${id}`);
  // Until earlier changes are final, a new endpoint gets them too.
  await changesAreFinal(shared);
  return owner;
}

test('a hostile text stays in the body, and adds no header and no field', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const endpoint = await listen(owner, receiver.url, ['*']);
  const hostile = 'Lunch\r\nX-Injected: 1\r\n\r\n","type":"memory.deleted","x":"\u2028<script>';
  await remember(owner, hostile);
  await ok(owner, 'POST', '/v1/action-items', { description: hostile });
  await receiver.until(2);
  assert.deepEqual(
    bodies(receiver).map(({ type, data }) => [
      type,
      data.record.content ?? data.record.description,
    ]),
    [
      ['memory.created', hostile],
      ['action_item.created', hostile],
    ],
  );
  for (const each of receiver.received) {
    assert.ok(isSigned(each, endpoint.secret));
    assert.equal(each.headers['x-injected'], undefined);
  }
});

test('changes arrive in their order, signed, with the record as it is', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  await remember(owner, 'Said before.');
  await changesAreFinal(service);
  const endpoint = await listen(owner, receiver.url, ['memory.*', 'action_item.created']);
  assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal((await ok(owner, 'GET', `${PATH}/${endpoint.id}`)).secret, undefined);
  const memory = await remember(owner, 'Keeps bees.');
  await receiver.until(1);
  await ok(owner, 'PATCH', `/v3/memories/${memory.id}`, { content: 'Keeps three hives.' });
  await receiver.until(2);
  await owner.call('DELETE', `/v3/memories/${memory.id}`);
  const item = await ok(owner, 'POST', '/v1/action-items', { description: 'Buy wax' });
  await ok(owner, 'PATCH', `/v1/action-items/${item.id}`, { completed: true });
  await receiver.until(4);
  assert.deepEqual(told(receiver), [
    ['memory.created', 'Keeps bees.'],
    ['memory.updated', 'Keeps three hives.'],
    ['memory.deleted', memory.id],
    ['action_item.created', item.id],
  ]);
  for (const each of receiver.received) assert.ok(isSigned(each, endpoint.secret));
  const [first] = receiver.received;
  const { timestamp, data } = JSON.parse(first!.body);
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.deepEqual([data.kind, data.deleted, data.record.id], ['memory', false, memory.id]);
  const [newest] = await delivered(owner, endpoint.id, 4);
  assert.equal(newest.id, receiver.received[3]!.headers['webhook-id']);
  assert.equal(newest.response_status, 200);
});

test('the samples of the documentation verify a delivery', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const { id, secret } = await listen(owner, receiver.url, ['*']);
  await ok(owner, 'POST', `${PATH}/${id}/test`);
  const { headers, body } = receiver.received[0]!;
  const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const sample = (language: string) =>
    new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)![1]!;
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, 'verify.ts'), sample('ts'));
    const { verify } = await import(pathToFileURL(join(folder, 'verify.ts')).href);
    assert.equal(verify(secret, headers, body), true);
    assert.equal(verify(secret, headers, `${body} `), false);
    const given = { secret, headers, body };
    const program = `${sample('python')}
import json, sys
given = json.load(sys.stdin)
body = given["body"].encode()
print(verify(given["secret"], given["headers"], body), verify(given["secret"], given["headers"], b"x"))
`;
    const python = spawnSync('python3', ['-c', program], { input: JSON.stringify(given) });
    // Some machines do not have Python.
    if (python.error === undefined) assert.equal(String(python.stdout).trim(), 'True False');
  } finally {
    removeFolder(folder);
  }
});

test('a conversation tells that it was created, completed and deleted', async () => {
  await using receiver = await startWebhookReceiver();
  // Understanding the conversation makes more changes, which no other test expects.
  await using talking = await startService({ environment });
  const { owner } = talking;
  await ok(owner, 'POST', PATH, {
    url: receiver.url,
    types: ['conversation.created', 'conversation.completed', 'conversation.deleted'],
    include_transcript: true,
  });
  const text = 'We sail to Horta on Friday.';
  const { id } = await ok(owner, 'POST', '/v1/conversations/from-text', { text });
  await receiver.until(2);
  await owner.call('DELETE', `/v1/conversations/${id}`);
  await receiver.until(3);
  const types = bodies(receiver).map(({ type, data }) => [type, data.id]);
  assert.deepEqual(types, [
    ['conversation.created', id],
    ['conversation.completed', id],
    ['conversation.deleted', id],
  ]);
  const { record } = bodies(receiver)[1]!.data;
  assert.equal(record.status, 'completed');
  assert.equal(record.transcript_segments[0].text, text);
});

test('an endpoint of a key gets only what the key may read', async () => {
  await using receiver = await startWebhookReceiver();
  await using other = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const path = '/v1/dev/user/webhooks';
  const scopes = ['action_items:read', 'webhooks:read', 'webhooks:write'];
  const key = await owner.key(scopes);
  const whole = await listen(owner, other.url, ['*']);
  const refused = await key.call('POST', path, { url: receiver.url, types: ['memory.*'] });
  assert.equal(refused.status, 403);
  assert.match(refused.body.detail, /memories:read/);
  const made = await listen(key, receiver.url, ['*'], path);
  assert.deepEqual(made.scopes.toSorted(), scopes);
  const widened = await key.call('PATCH', `${path}/${made.id}`, { types: ['conversation.*'] });
  assert.equal(widened.status, 403);
  // A key can neither read nor redirect the endpoints of others.
  assert.deepEqual(
    (await ok(key, 'GET', path)).map(({ id }: Json) => id),
    [made.id],
  );
  assert.equal((await key.call('PATCH', `${path}/${whole.id}`, { enabled: false })).status, 404);
  assert.equal((await ok(owner, 'GET', PATH)).length, 2);
  const reader = await owner.key(['webhooks:read']);
  assert.equal((await reader.call('DELETE', `${path}/${made.id}`)).status, 403);

  await remember(owner, 'Is a secret.');
  await ok(owner, 'POST', '/v1/action-items', { description: 'Call Ana' });
  await receiver.until(1);
  await other.until(2);
  assert.deepEqual(
    bodies(receiver).map(({ type }) => type),
    ['action_item.created'],
  );
  const keys = await ok(owner, 'GET', '/v1/dev/keys');
  const { id } = keys.find(({ scopes: own }: Json) => own.includes('webhooks:write'));
  await owner.call('DELETE', `/v1/dev/keys/${id}`);
  await ok(owner, 'POST', '/v1/action-items', { description: 'Call Bo' });
  await other.until(3);
  const paused = await eventually('the pause', async () => {
    const endpoint = await ok(owner, 'GET', `${PATH}/${made.id}`);
    return !endpoint.enabled && endpoint;
  });
  assert.match(paused.pause_reason, /revoked/);
  assert.equal(receiver.received.length, 1);
});

test('an endpoint that fails is retried in order, paused after days, and then continues', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(timed);
  const { id } = await listen(owner, receiver.url, ['memory.*']);
  receiver.answer = () => 500;
  await remember(owner, 'First.');
  await receiver.until(1);
  await remember(owner, 'Second.');
  const state = () => ok(owner, 'GET', `${PATH}/${id}`);
  await eventually('the failure', async () => (await state()).failing_since);
  for (let attempt = 2; (await state()).enabled; attempt += 1) {
    clock.advance(12 * 3_600_000 + 1);
    await receiver.until(attempt);
    await eventually('the record of the attempt', async () => {
      const [oldest] = (await ok(owner, 'GET', `${PATH}/${id}/deliveries`)).toReversed();
      return oldest.attempts === attempt;
    });
    assert.ok(attempt < 12, 'it is paused after three days');
  }
  assert.deepEqual(new Set(told(receiver).map(([, content]) => content)), new Set(['First.']));
  assert.match((await state()).pause_reason, /All deliveries have failed since .* answered 500/);
  await remember(owner, 'Third.');
  const count = receiver.received.length;
  receiver.answer = () => 200;
  await ok(owner, 'PATCH', `${PATH}/${id}`, { enabled: true });
  await receiver.until(count + 3);
  assert.deepEqual(
    told(receiver)
      .slice(count)
      .map(([, content]) => content),
    ['First.', 'Second.', 'Third.'],
  );
  assert.equal(
    receiver.received[count]!.headers['webhook-id'],
    receiver.received[0]!.headers['webhook-id'],
  );
  assert.equal((await state()).failing_since, null);
});

test('a receiver that wants no more is paused at once', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const { id } = await listen(owner, receiver.url, ['memory.created']);
  receiver.answer = () => 410;
  await remember(owner, 'Sings.');
  const paused = await eventually('the pause', async () => {
    const endpoint = await ok(owner, 'GET', `${PATH}/${id}`);
    return !endpoint.enabled && endpoint;
  });
  assert.match(paused.pause_reason, /410/);
});

test('a slow receiver delays only itself', async () => {
  await using slow = await startWebhookReceiver();
  await using quick = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const release = Promise.withResolvers<number>();
  slow.answer = () => release.promise;
  await listen(owner, slow.url, ['memory.*']);
  await listen(owner, quick.url, ['memory.*']);
  for (const content of ['One.', 'Two.', 'Three.']) await remember(owner, content);
  await quick.until(3);
  await slow.until(1);
  assert.equal(slow.received.length, 1);
  slow.answer = () => 200;
  release.resolve(200);
  await slow.until(3);
  assert.deepEqual(told(slow), told(quick));
});

test('while memories are closed, their events wait', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(timed);
  const { db } = timed.service.parts;
  await listen(owner, receiver.url, ['memory.*', 'action_item.*']);
  await updateReadiness(db, owner.id, 'operator_hold');
  await remember(owner, 'Is a secret.');
  await ok(owner, 'POST', '/v1/action-items', { description: 'Call Ana' });
  await eventually('the delivery that waits', async () => {
    const [endpoint] = await ok(owner, 'GET', PATH);
    return endpoint.waiting_count > 0;
  });
  assert.equal(receiver.received.length, 0);
  await updateReadiness(db, owner.id, 'ready');
  await eventually('both events', () => {
    clock.advance(61_000);
    return receiver.received.length === 2;
  });
  assert.deepEqual(
    bodies(receiver).map(({ type }) => type),
    ['memory.created', 'action_item.created'],
  );
});

test('a secret is replaced while both sign', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(timed);
  const { id, secret: old } = await listen(owner, receiver.url, ['memory.*']);
  const { secret } = await ok(owner, 'POST', `${PATH}/${id}/secret`);
  const press = async () => {
    const outcome = await ok(owner, 'POST', `${PATH}/${id}/test`);
    assert.equal(outcome.status, 'delivered');
    return receiver.received.at(-1)!;
  };
  const first = await press();
  assert.equal(JSON.parse(first.body).type, 'test');
  assert.ok(isSigned(first, old) && isSigned(first, secret));
  clock.advance(24 * 3_600_000 + 1);
  const later = await press();
  assert.ok(!isSigned(later, old) && isSigned(later, secret));
});

test('an endpoint whose secret cannot be read is paused until it has a new one', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const { id } = await listen(owner, receiver.url, ['memory.*']);
  const secret = Buffer.alloc(60);
  await service.service.parts.db.updateTable('receivers').set({ secret }).execute();
  await remember(owner, 'Grows figs.');
  const paused = await eventually('the pause', async () => {
    const endpoint = await ok(owner, 'GET', `${PATH}/${id}`);
    return !endpoint.enabled && endpoint;
  });
  assert.match(paused.pause_reason, /new secret/);
  const made = await ok(owner, 'POST', `${PATH}/${id}/secret`);
  await ok(owner, 'PATCH', `${PATH}/${id}`, { enabled: true });
  await receiver.until(1);
  assert.ok(isSigned(receiver.received[0]!, made.secret));
});

test('a delivery is shown, replayed and cancelled', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const { id } = await listen(owner, receiver.url, ['memory.created']);
  const memory = await remember(owner, 'Plays chess.');
  const [first] = await delivered(owner, id, 1);
  await ok(owner, 'PATCH', `/v3/memories/${memory.id}`, { content: 'Plays the cello.' });
  const one = `${PATH}/${id}/deliveries/${first.id}`;
  const { body } = await ok(owner, 'GET', one);
  assert.equal(JSON.parse(body).data.record.content, 'Plays the cello.');
  await ok(owner, 'POST', `${one}/replay`);
  assert.equal(receiver.received.length, 2);
  assert.equal(receiver.received[1]!.body, body);
  assert.equal(receiver.received[1]!.headers['webhook-id'], first.id);
  // No history contains deleted content.
  await owner.call('DELETE', `/v3/memories/${memory.id}`);
  assert.equal((await ok(owner, 'GET', one)).body, null);
  assert.equal((await owner.call('POST', `${one}/replay`)).status, 404);
  assert.equal((await owner.call('POST', `${one}/cancel`)).status, 400);

  receiver.answer = ({ body: sent }) => (sent.includes('Poison') ? 422 : 200);
  await remember(owner, 'Poison.');
  await remember(owner, 'Honey.');
  const waiting = await eventually('the refusal', async () => {
    const rows = await ok(owner, 'GET', `${PATH}/${id}/deliveries?status=pending`);
    return rows.find(({ error }: Json) => error);
  });
  assert.match(waiting.error, /answered 422/);
  const cancelled = await ok(owner, 'POST', `${PATH}/${id}/deliveries/${waiting.id}/cancel`);
  assert.equal(cancelled.status, 'cancelled');
  await eventually('the next', () => told(receiver).some(([, content]) => content === 'Honey.'));
});

test('addresses, types and the number of endpoints are checked', async () => {
  await using strict = await startService();
  const { owner } = strict;
  const create = (more: object) =>
    owner.call('POST', PATH, { url: 'https://example.com/hook', types: ['*'], ...more });
  for (const url of [
    'http://127.0.0.1/x',
    'http://[::1]/',
    'ftp://example.com',
    'http://a:b@c.d/',
  ]) {
    assert.equal((await create({ url })).status, 422, url);
  }
  assert.equal((await create({ types: ['memory.sung'] })).status, 422);
  assert.equal((await create({ types: [] })).status, 422);
  const made = await Promise.all(Array.from({ length: 24 }, () => create({})));
  assert.equal(made.filter(({ status }) => status === 200).length, 20);
  const { id } = made.find(({ status }) => status === 200)!.body;
  assert.equal((await owner.call('DELETE', `${PATH}/${id}`)).status, 204);
  assert.equal((await create({})).status, 200);
});

// The last test of the shared service.
test('with the account, its endpoints and their history are deleted', async () => {
  await using receiver = await startWebhookReceiver();
  const owner = await ownerOf(service);
  const { id } = await listen(owner, receiver.url, ['*']);
  await remember(owner, 'Swims.');
  await delivered(owner, id, 1);
  await ok(owner, 'POST', '/v1/users/me/delete', { current_password: OWNER.password });
  const { db } = service.service.parts;
  for (const table of ['receivers', 'deliveries'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), []);
  }
});

test('after kills at random moments, nothing is missing or out of order', async () => {
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  await using receiver = await startWebhookReceiver();
  const folder = copyTemplate();
  const given = { ...environment, ...(database && { DATABASE_URL: database.url }) };
  const acknowledged: string[] = [];
  try {
    for (let life = 0; life < KILLS; life += 1) {
      const service = await spawnService({ folder, environment: given });
      const owner = await User.signIn(service.url, OWNER);
      if (life === 0) await listen(owner, receiver.url, ['memory.created']);
      const arrived = receiver.received.length;
      const writing = (async () => {
        for (let index = 0; ; index += 1) {
          const { id } = await remember(owner, `Fact ${life} ${index}`);
          acknowledged.push(id);
        }
      })().catch(() => {});
      await receiver.until(arrived + 5 + Math.floor(Math.random() * 20));
      await service.kill();
      await writing;
    }
    await using _service = await spawnService({ folder, environment: given });
    const ids = () => new Set(bodies(receiver).map(({ data }) => data.id as string));
    const areAllHere = () => {
      const here = ids();
      return acknowledged.every((id) => here.has(id));
    };
    await eventually('all events', areAllHere, { seconds: 60 });
    // A repeated delivery may follow a kill. The first deliveries are in the order of the changes.
    const wanted = new Set(acknowledged);
    assert.deepEqual(
      [...ids()].filter((id) => wanted.has(id)),
      acknowledged,
    );
  } finally {
    removeFolder(folder);
  }
});

test(
  'two processes share the endpoints, and each event arrives in order',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using database = await createTestDatabase(serverUrl!);
    await using receiver = await startWebhookReceiver();
    const given = {
      ...environment,
      DATABASE_URL: database.url,
      SVC_SECRET: 'the secret that both processes share',
    };
    const folders = [copyTemplate(), copyTemplate()];
    try {
      await using one = await spawnService({ folder: folders[0]!, environment: given });
      await using two = await spawnService({ folder: folders[1]!, environment: given });
      const here = await User.signIn(one.url, OWNER);
      const there = new User(two.url, here.token, here.id);
      await listen(here, receiver.url, ['memory.*']);
      const { id } = await remember(here, 'Version 0');
      for (let version = 1; version <= 20; version += 1) {
        const caller = version % 2 ? there : here;
        await ok(caller, 'PATCH', `/v3/memories/${id}`, { content: `Version ${version}` });
        const other = remember(caller, `Other ${version}`);
        await other;
      }
      const others = () => new Set(told(receiver).map(([, content]) => content));
      await eventually('all events', () => others().size >= 21 && others().has('Version 20'));
      const versions = told(receiver)
        .map(([, content]) => /^Version (\d+)$/.exec(content)?.[1])
        .filter((version) => version !== undefined)
        .map(Number);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, ids.length, 'without a fault, each is sent once');
    } finally {
      for (const folder of folders) removeFolder(folder);
    }
  },
);
