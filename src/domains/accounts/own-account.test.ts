/** The signed-in user changes the account, the password and the sessions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { ApiUser, request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const ME = '/v1/users/me';
const NEW_PASSWORD = 'a quite different password';

const signIn = ({ url }: TestService, password = OWNER.password) =>
  request(url, 'POST', '/v1/auth/sign-in', { body: { email: OWNER.email, password } });

test('name and time zone change, and the zone holds from then on', async () => {
  await using service = await startService();
  const { owner } = service;
  const { status, body } = await owner.call('PATCH', ME, {
    name: 'Rui Lima',
    timezone: 'Asia/Tokyo',
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.name, body.timezone], ['Rui Lima', 'Asia/Tokyo']);
  assert.deepEqual((await owner.call('GET', ME)).body, body);
  assert.deepEqual((await owner.call('GET', '/v1/auth/me')).body, body);
  const goal = (
    await owner.call('POST', '/v1/goals', { title: 'Run', goal_type: 'numeric', target_value: 9 })
  ).body;
  const { body: days } = await owner.call('GET', `/v1/goals/${goal.id}/history`);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date());
  assert.equal(days[0].date, today);
});

test('a change that is not possible is refused and changes nothing', async () => {
  await using service = await startService();
  const { owner } = service;
  const before = (await owner.call('GET', ME)).body;
  const refused: [object, number, RegExp][] = [
    [{}, 422, /At least one field/],
    [{ name: ' ' }, 422, /A name cannot be empty/],
    [{ timezone: 'Mars/Olympus' }, 422, /IANA time zone/],
    [{ email: 'no address', current_password: OWNER.password }, 422, /email/i],
    [{ email: 'new@example.org' }, 422, /needs current_password/],
    [{ email: 'new@example.org', current_password: 'wrong' }, 403, /current password is wrong/],
    [{ password: NEW_PASSWORD }, 422, /Extra inputs|Unrecognized/i],
  ];
  for (const [change, status, sentence] of refused) {
    const answer = await owner.call('PATCH', ME, change);
    assert.equal(answer.status, status, JSON.stringify(change));
    assert.match(JSON.stringify(answer.body.detail), sentence);
  }
  assert.deepEqual((await owner.call('GET', ME)).body, before);
});

test('a new address needs the password, and is used at the next sign-in', async () => {
  await using service = await startService();
  const change = { email: 'New.Address@example.org', current_password: OWNER.password };
  const { body } = await service.owner.call('PATCH', ME, change);
  assert.equal(body.email, 'new.address@example.org');
  assert.equal((await service.owner.securityEvents())[0], 'address_changed');
  const credentials = { email: 'new.address@EXAMPLE.org', password: OWNER.password };
  await ApiUser.signIn(service.url, credentials);
  assert.equal((await signIn(service)).status, 401);
});

test('a new password ends the other sessions, and keys stay', async () => {
  await using service = await startService();
  const { owner } = service;
  const other = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:read']);
  const path = `${ME}/password`;
  const short = await owner.call('POST', path, {
    current_password: OWNER.password,
    new_password: 'short',
  });
  assert.equal(short.status, 422);
  const wrong = { current_password: 'wrong', new_password: NEW_PASSWORD };
  assert.equal((await owner.call('POST', path, wrong)).status, 403);
  const { status, body } = await owner.call('POST', path, {
    current_password: OWNER.password,
    new_password: NEW_PASSWORD,
  });
  assert.equal(status, 200);
  assert.ok(body.ended >= 1);
  const events = await owner.securityEvents();
  assert.deepEqual(events.slice(0, 3), ['sessions_ended', 'password_changed', 'password_refused']);
  assert.equal((await owner.call('GET', ME)).status, 200);
  assert.equal((await other.call('GET', ME)).status, 401);
  assert.equal((await key.call('GET', '/v1/dev/user/memories')).status, 200);
  assert.equal((await signIn(service)).status, 401);
  assert.equal((await signIn(service, NEW_PASSWORD)).status, 200);
});

test('a password can be changed with an Idempotency-Key, and guesses are still slowed down', async () => {
  await using service = await startService();
  const change = (key: string, current_password: string) =>
    request(service.url, 'POST', `${ME}/password`, {
      body: { current_password, new_password: NEW_PASSWORD },
      token: service.owner.token,
      headers: { 'Idempotency-Key': key },
    });
  const first = await change('right', OWNER.password);
  assert.equal(first.status, 200);
  assert.deepEqual((await change('right', OWNER.password)).body, first.body);
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    statuses.push((await change(`guess ${count}`, 'wrong')).status);
  }
  assert.ok(statuses.includes(429), statuses.join());
});

test('guesses of the current password are slowed down', async () => {
  await using service = await startService();
  const guess = async () =>
    service.owner.call('POST', `${ME}/password`, {
      current_password: 'wrong',
      new_password: NEW_PASSWORD,
    });
  const statuses: number[] = [];
  for (let count = 0; count < 8; count++) statuses.push((await guess()).status);
  assert.deepEqual(statuses.slice(0, 6), [403, 403, 403, 403, 403, 403]);
  assert.ok(statuses.includes(429), statuses.join());
  assert.equal((await signIn(service)).status, 200);
});

test('sessions are listed with their browser and ended one by one or all together', async () => {
  await using service = await startService();
  const { owner } = service;
  const path = `${ME}/sessions`;
  const made = async (agent: string) => {
    const { body } = await request(service.url, 'POST', '/v1/auth/sign-in', {
      body: { email: OWNER.email, password: OWNER.password },
      headers: { 'User-Agent': agent },
    });
    return new ApiUser(service.url, body.token, body.user.id);
  };
  const phone = await made('Phone');
  const laptop = await made('Laptop');
  const { body: sessions } = await owner.call('GET', path);
  assert.deepEqual(
    sessions.slice(0, 2).map(({ user_agent }: Json) => user_agent),
    ['Laptop', 'Phone'],
  );
  assert.equal(sessions.filter(({ is_current }: Json) => is_current).length, 1);
  assert.ok(!JSON.stringify(sessions).includes('svc_ses_'));
  const { id } = sessions.find(({ user_agent }: Json) => user_agent === 'Phone');
  assert.deepEqual((await owner.call('DELETE', `${path}/${id}`)).body, { ended: 1 });
  assert.equal((await phone.call('GET', ME)).status, 401);
  assert.equal((await owner.call('DELETE', `${path}/${id}`)).status, 404);
  assert.equal((await laptop.call('GET', ME)).status, 200);
  const { body } = await owner.call('DELETE', path);
  assert.ok(body.ended >= 1);
  assert.equal((await laptop.call('GET', ME)).status, 401);
  assert.equal((await owner.call('GET', path)).body.length, 1);
  assert.deepEqual((await owner.securityEvents()).slice(0, 2), ['sessions_ended', 'session_ended']);
});

test('an address that another account has is refused', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  const other = await ApiUser.signUp(service.url, 'rui@example.org');
  const change = { email: OWNER.email, current_password: 'a long enough passphrase' };
  const { status, body } = await other.call('PATCH', ME, change);
  assert.deepEqual([status, body.detail], [409, 'There is already an account with this address.']);
  assert.equal((await other.call('GET', ME)).body.email, 'rui@example.org');
});

test('a session gives lasting access without the password for ten minutes after its start', async () => {
  const clock = new ManualClock(new Date().toISOString());
  await using service = await startService({
    clock,
    environment: { SVC_BASE_URL: 'http://localhost:8080' },
  });
  const user = await ApiUser.signIn(service.url, OWNER);
  const { body: sessions } = await user.call('GET', `${ME}/sessions`);
  const { created_at } = sessions.find(({ is_current }: Json) => is_current);
  const addPasskey = async (body: object) =>
    (await user.call('POST', `${ME}/passkeys/options`, body)).status;
  const end = Date.parse(created_at) + 10 * 60_000;
  clock.advance(end - 1 - clock.now().getTime());
  assert.equal(await addPasskey({}), 200);
  clock.advance(1);
  assert.equal(await addPasskey({}), 403);
  assert.equal(await addPasskey({ current_password: 'wrong' }), 403);
  assert.equal(await addPasskey({ current_password: OWNER.password }), 200);
});
