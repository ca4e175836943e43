import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startPushService } from '../../testing/servers/push-service.ts';
import { OWNER, startService } from '../../testing/start-service.ts';

const PATH = '/v1/users/me/push-subscriptions';
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Starts a service at a time in the time zone of the owner, Lisbon, and a push service. */
async function begin(now: string, environment: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack();
  const clock = new ManualClock(now);
  const browsers = stack.use(await startPushService());
  const service = stack.use(
    await startService({
      clock,
      environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on', ...environment },
    }),
  );
  const { owner } = service;
  const { public_key } = (await owner.call('GET', PATH)).body;
  const subscribe = async (user: ApiUser, choices: object = {}): Promise<Json> => {
    const { status, body } = await user.call('PUT', PATH, {
      ...browsers.subscribe(public_key),
      ...choices,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const listed = async (user = owner): Promise<Json[]> =>
    (await user.call('GET', PATH)).body.subscriptions;
  const addTask = async (description: string, due_at: string): Promise<Json> =>
    (await owner.call('POST', '/v1/action-items', { description, due_at })).body;
  /** Sends a test, which arrives after everything that was sent before. */
  const testArrives = async ({ id }: Json, count: number) => {
    assert.deepEqual((await owner.call('POST', `${PATH}/${id}/test`)).body, {
      delivered: true,
      error: null,
    });
    return browsers.until(count);
  };
  const moved = stack.move();
  return {
    clock,
    browsers,
    service,
    owner,
    public_key,
    subscribe,
    listed,
    addTask,
    testArrives,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

test('a task is told when it is due, once, and only the browser can read it', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers } = life;
  const subscription = await life.subscribe(owner);
  const task = await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  const done = await life.addTask('Water the plants', '2026-03-02T10:30:00Z');
  await owner.call('PATCH', `/v1/action-items/${done.id}`, { completed: true });
  await life.addTask('Later', '2026-03-02T12:00:00Z');
  clock.advance(31 * MINUTE);
  const [told, ...others] = await browsers.until(1);
  assert.deepEqual(others, []);
  assert.deepEqual(told, {
    title: 'Call Ana',
    body: 'Due at 10:30',
    path: `tasks/${task.id}`,
    tag: `task-${task.id}`,
  });
  const [{ headers, claims }] = browsers.received as [(typeof browsers.received)[0]];
  assert.equal(headers['content-encoding'], 'aes128gcm');
  assert.ok(Number(headers['ttl']) > 11 * 3600 && Number(headers['ttl']) <= 12 * 3600);
  assert.ok(claims.exp * 1000 > clock.now().getTime());
  assert.ok(claims.exp * 1000 <= clock.now().getTime() + 24 * HOUR);
  assert.match(claims.sub, /^(?:https|mailto):/);
  // Tests whether anything else was sent: an hour later, another task is the next.
  clock.advance(90 * MINUTE);
  const all = await browsers.until(2);
  assert.deepEqual(
    all.map(({ title }) => title),
    ['Call Ana', 'Later'],
  );
  const [, , tested] = await life.testArrives(subscription, 3);
  assert.equal(tested!.body, 'Notifications arrive on this device.');
  assert.equal(browsers.received.length, 3);
});

test('a task that is moved is told at its new time', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  await life.subscribe(life.owner, { language: 'de' });
  const task = await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  const due_at = '2026-03-02T11:30:00Z';
  await life.owner.call('PATCH', `/v1/action-items/${task.id}`, { due_at });
  life.clock.advance(100 * MINUTE);
  const [told] = await life.browsers.until(1);
  assert.equal(told!.body, 'Fällig um 11:30 Uhr');
  assert.equal(life.browsers.received.length, 1);
});

test('the summary of the day before and the tasks of the day are told at the hour of the user', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers } = life;
  const away = { timezone: 'America/New_York' };
  await life.subscribe(owner, { hour: 7 });
  assert.equal((await owner.call('PATCH', '/v1/users/me', away)).status, 200);
  const text = 'I have to call the bank about the loan. My card is 4111 1111 1111 1111.';
  const started_at = '2026-03-02T15:00:00Z';
  clock.advance(6 * HOUR);
  const { body } = await owner.call('POST', '/v1/conversations/from-text', { text, started_at });
  await eventually('the end of the processing', async () => {
    const read = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.body.status === 'completed';
  });
  for (const description of ['Pay the rent', 'My password is hunter2secret, change it']) {
    // A task without a time is due in the last minute of its day.
    await life.addTask(description, '2026-03-04T04:59:00Z');
  }
  // The clock of New York shows 7 at 12:00 UTC.
  clock.advance(19.5 * HOUR);
  await life.addTask('Told at once', '2026-03-03T11:35:00Z');
  clock.advance(10 * MINUTE);
  assert.deepEqual(
    (await browsers.until(1)).map(({ title }) => title),
    ['Told at once'],
  );
  clock.advance(30 * MINUTE);
  const told = (await browsers.until(3)).slice(1).toSorted((a, b) => a.tag.localeCompare(b.tag));
  const [day, tasks] = told;
  assert.equal(day!.path, '?day=2026-03-02');
  assert.match(`${day!.title} ${day!.body}`, /bank/);
  assert.doesNotMatch(JSON.stringify(told), /4111|hunter2secret/);
  assert.equal(tasks!.title, '2 tasks are due today');
  assert.match(tasks!.body, /^Pay the rent\nMy password is .*$/);
  assert.equal(tasks!.path, 'tasks');
});

test('from noon on, the summary of the day and the tasks of the next day are told', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers } = life;
  await life.subscribe(owner, { hour: 21 });
  const text = 'I have to call the bank about the loan.';
  const { body } = await owner.call('POST', '/v1/conversations/from-text', { text });
  await eventually('the end of the processing', async () => {
    const read = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.body.status === 'completed';
  });
  await life.addTask('Pay the rent', '2026-03-03T23:59:00Z');
  clock.advance(11 * HOUR + MINUTE);
  const told = (await browsers.until(2)).toSorted((a, b) => a.tag.localeCompare(b.tag));
  assert.equal(told[0]!.path, '?day=2026-03-02');
  assert.deepEqual([told[1]!.title, told[1]!.body], ['Pay the rent', 'Due tomorrow']);
});

test('a day without anything is not told, and neither is what is switched off', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers } = life;
  const silent = await life.subscribe(owner, { tasks: false });
  await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  clock.advance(23 * HOUR);
  const { db } = life.service.service.parts;
  await eventually('the look at the day', async () => {
    const rows = await db.selectFrom('push_messages').select(['kind', 'status']).execute();
    return rows.length === 1 && rows[0]!.kind === 'day' && rows[0]!.status === 'cancelled';
  });
  await life.testArrives(silent, 1);
  assert.equal(browsers.received.length, 1);
});

test('a push service that fails is asked again, and not for ever', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers } = life;
  await life.subscribe(owner);
  await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  let answers = 0;
  browsers.answer = () => {
    answers += 1;
    return answers < 3 ? 503 : 201;
  };
  clock.advance(31 * MINUTE);
  await browsers.until(1);
  const { db } = life.service.service.parts;
  const pending = async () => {
    const rows = await db.selectFrom('push_messages').selectAll().execute();
    return rows.find(({ kind, claimed_until }) => kind === 'task' && claimed_until === null);
  };
  await eventually('the first failure', async () => (await pending())?.attempts === 1);
  clock.advance(MINUTE);
  await browsers.until(2);
  await eventually('the second failure', async () => (await pending())?.attempts === 2);
  clock.advance(3 * MINUTE);
  await browsers.until(3);
  await eventually('the delivery', async () => (await pending())?.status === 'delivered');

  browsers.answer = () => 400;
  const refused = await life.addTask('Call Rui', '2026-03-02T11:00:00Z');
  clock.advance(HOUR);
  await browsers.until(4);
  await eventually('the end of the message', async () => {
    const rows = await db.selectFrom('push_messages').selectAll().execute();
    return rows.find(({ subject }) => subject === refused.id)?.status === 'failed';
  });
  // After a week in which nothing was accepted, the subscription ends.
  clock.advance(8 * 24 * HOUR);
  const [{ id }] = (await life.listed()) as [Json];
  const { body } = await owner.call('POST', `${PATH}/${id}/test`);
  assert.deepEqual(body, { delivered: false, error: 'The push service answered 400.' });
  assert.deepEqual(await life.listed(), []);
});

test('a subscription that the browser has ended is deleted', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  await life.subscribe(life.owner);
  await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  life.browsers.answer = () => 410;
  life.clock.advance(31 * MINUTE);
  await eventually('the end of it', async () => (await life.listed()).length === 0);
});

test('after its session has expired, a browser is told nothing', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, clock, browsers, service } = life;
  await life.subscribe(owner);
  const other = await ApiUser.signIn(service.url, OWNER);
  const still = await life.subscribe(other);
  const { db } = service.service.parts;
  const ended = { expires_at: new Date('2026-03-02T10:10:00Z') };
  const [{ id }] = (await owner.call('GET', '/v1/users/me/sessions')).body.filter(
    ({ is_current }: Json) => is_current,
  );
  await life.addTask('Call Ana', '2026-03-02T10:30:00Z');
  await db.updateTable('sessions').set(ended).where('id', '=', id).execute();
  clock.advance(31 * MINUTE);
  await browsers.until(1);
  await other.call('POST', `${PATH}/${still['id']}/test`);
  await browsers.until(2);
  assert.deepEqual([...new Set(browsers.received.map(({ browser }) => browser))], ['browser-1']);
});

test('a browser has one subscription, of the user who is signed in', async () => {
  await using life = await begin('2026-03-02T10:00:00Z', { SVC_SIGN_UP: 'open' });
  const { owner, browsers, service } = life;
  const { url } = service;
  const first = await life.subscribe(owner, { hour: 6, tasks: false });
  const again = await life.subscribe(owner, { language: 'de' });
  assert.deepEqual(again, { ...first, language: 'de' }, 'the choices stay');
  const other = await ApiUser.signIn(url, OWNER);
  const same = browsers.subscribe(life.public_key);
  await other.call('PUT', PATH, same);
  const seen = await life.listed();
  assert.deepEqual(
    seen.map(({ is_current }) => is_current),
    [false, true],
  );
  // Somebody else signs in to the second browser.
  const guest = await ApiUser.signUp(url, 'guest@example.org');
  assert.equal((await guest.call('PUT', PATH, same)).status, 200);
  assert.deepEqual(
    (await life.listed()).map(({ id }) => id),
    [first.id],
  );
  assert.equal(
    (await owner.call('DELETE', `${PATH}/${(await life.listed(guest))[0]!.id}`)).status,
    404,
  );
  await guest.call('POST', '/v1/auth/sign-out');
  const { db } = service.service.parts;
  const rows = await db.selectFrom('push_subscriptions').select('user_id').execute();
  assert.deepEqual(rows, [{ user_id: owner.id }], 'signing out ends it');
  assert.equal((await owner.call('DELETE', `${PATH}/${first.id}`)).status, 204);
  assert.deepEqual(await life.listed(), []);
});

test('a user has at most 20 subscriptions', async () => {
  await using life = await begin('2026-03-02T10:00:00Z');
  const { owner, browsers, public_key } = life;
  for (let count = 0; count < 20; count += 1) {
    await life.subscribe(await ApiUser.signIn(life.service.url, OWNER));
  }
  const refused = await owner.call('PUT', PATH, browsers.subscribe(public_key));
  assert.equal(refused.status, 409);
});

test('only public https addresses and real keys are accepted', async () => {
  await using service = await startService();
  const { owner } = service;
  await using browsers = await startPushService();
  const { public_key } = (await owner.call('GET', PATH)).body;
  const { keys, endpoint } = browsers.subscribe(public_key);
  const address = 'https://push.example.org/x';
  const tries = [
    { endpoint, keys },
    { endpoint: 'http://push.example.org/x', keys },
    { endpoint: 'https://10.0.0.1/x', keys },
    { endpoint: 'https://[::1]/x', keys },
    { endpoint: 'https://user:word@push.example.org/x', keys },
    { endpoint: 'nonsense', keys },
    { endpoint: address, keys: { ...keys, auth: 'AAAA' } },
    { endpoint: address, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
  ];
  for (const body of tries) {
    assert.equal((await owner.call('PUT', PATH, body)).status, 422, body.endpoint);
  }
  // A name that leads to this machine is refused when it is called.
  const local = endpoint.replace('http://127.0.0.1', 'https://localhost');
  const { body } = await owner.call('PUT', PATH, { endpoint: local, keys });
  const { error } = (await owner.call('POST', `${PATH}/${body.id}/test`)).body;
  assert.equal(error, 'The address of the push service is not public.');
  assert.deepEqual(browsers.received, []);
});

test('two processes on one database tell each task once', async () => {
  await using postgres = await startPostgres({ syncs: false });
  await using browsers = await startPushService();
  const clock = new ManualClock('2026-03-02T10:00:00Z');
  const environment = {
    DATABASE_URL: postgres.url,
    SVC_SECRET: 'the secret that both processes share',
    SVC_WEBHOOKS_ALLOW_PRIVATE: 'on',
  };
  await using one = await startService({ clock, environment });
  await using two = await startService({ clock, environment });
  const owner = await ApiUser.signIn(one.url, OWNER);
  const { public_key } = (await owner.call('GET', PATH)).body;
  const elsewhere = new ApiUser(two.url, owner.token, owner.id);
  assert.equal((await elsewhere.call('GET', PATH)).body.public_key, public_key);
  await owner.call('PUT', PATH, browsers.subscribe(public_key));
  const due_at = '2026-03-02T10:30:00Z';
  for (let count = 0; count < 30; count += 1) {
    await owner.call('POST', '/v1/action-items', { description: `Task ${count}`, due_at });
  }
  clock.advance(31 * MINUTE);
  await browsers.until(30);
  const { db } = one.service.parts;
  await eventually('the end of all messages', async () => {
    const rows = await db.selectFrom('push_messages').select('status').execute();
    return rows.length === 30 && rows.every(({ status }) => status === 'delivered');
  });
  const tags = browsers.received.map(({ told }) => told.tag);
  assert.deepEqual([tags.length, new Set(tags).size], [30, 30]);
});
