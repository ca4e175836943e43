/** The operator manages accounts with commands that reach the running service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiUser, request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';
import { askService } from '../../transports/control/control-socket.ts';

const folder = copyTemplate('owned');
let service: TestService;
before(async () => void (service = await startService({ environment: { SVC_DATA_DIR: folder } })));
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

/** Runs `account` with these words; returns the printed lines. */
const account = async (...words: string[]): Promise<string[]> =>
  (await askService(folder, words)) ?? assert.fail('no service answers');
const passwordIn = (lines: readonly string[]): string =>
  /password[^:]*: (\S+)/.exec(lines.join('\n'))![1]!;
/** Adds an account and signs its user in. */
async function newUser(email: string): Promise<ApiUser> {
  const password = passwordIn(await account('add', email));
  return ApiUser.signIn(service.url, { email, password });
}

test('a new account gets the name and the time zone that the operator gives', async () => {
  const lines = await account('add', 'Ana@example.org', 'Ana Reis', 'Asia/Tokyo');
  const user = await ApiUser.signIn(service.url, {
    email: 'ana@example.org',
    password: passwordIn(lines),
  });
  const { body } = await user.call('GET', '/v1/users/me');
  const { email, name, timezone } = body;
  assert.deepEqual([email, name, timezone], ['ana@example.org', 'Ana Reis', 'Asia/Tokyo']);
});

test('a new account without a name gets the one in its address, and the zone of the service', async () => {
  const user = await newUser('rui@example.org');
  const { name, timezone } = (await user.call('GET', '/v1/users/me')).body;
  assert.deepEqual([name, timezone], ['rui', 'Europe/Lisbon']);
});

test('the list marks the first account as the owner, and accounts that are held', async () => {
  await newUser('listed@example.org');
  await account('hold', 'listed@example.org');
  const lines = await account('list');
  const since = String.raw`since \d{4}-\d\d-\d\d`;
  assert.match(lines[0]!, new RegExp(`^${OWNER.email} · .+ · Europe/Lisbon · ${since} · owner$`));
  const listed = lines.find((line) => line.startsWith('listed@'));
  assert.match(listed!, new RegExp(`· ${since} · held by operator$`));
});

test('the memories of a held account are closed until the operator releases it', async () => {
  const user = await newUser('held@example.org');
  const read = async () => (await user.call('GET', '/v3/memories')).status;
  assert.deepEqual(await account('hold', 'Held@example.org'), ['Held: memories are not read now.']);
  assert.equal(await read(), 403);
  assert.deepEqual(await account('release', 'held@example.org'), ['Released.']);
  assert.equal(await read(), 200);
});

test('a new password from the operator ends all sessions, and the security log says so', async () => {
  const email = 'locked-out@example.org';
  const user = await newUser(email);
  const password = passwordIn(await account('password', email));
  assert.equal((await user.call('GET', '/v1/users/me')).status, 401);
  const again = await ApiUser.signIn(service.url, { email, password });
  const { body: log } = await again.call('GET', '/v1/users/me/security-log');
  assert.deepEqual(
    log.slice(1, 3).map(({ event, by, count }: Json) => ({ event, by, count })),
    [
      { event: 'sessions_ended', by: 'operator', count: 1 },
      { event: 'password_changed', by: 'operator', count: 1 },
    ],
  );
});

test('the security log of a user without a session names only the new password', async () => {
  const email = 'away@example.org';
  await account('add', email);
  const password = passwordIn(await account('password', email));
  const user = await ApiUser.signIn(service.url, { email, password });
  assert.deepEqual(await user.securityEvents(), ['signed_in', 'password_changed']);
});

test('an account is deleted only with --yes', async () => {
  const user = await newUser('leaving@example.org');
  await assert.rejects(account('delete', 'leaving@example.org'), /Add --yes/);
  assert.equal((await user.call('GET', '/v1/users/me')).status, 200);
  const [line] = await account('delete', 'leaving@example.org', '--yes');
  assert.match(line!, /^Deleted leaving@example\.org: 0 conversations, 0 memories/);
  assert.equal((await user.call('GET', '/v1/users/me')).status, 401);
});

test('a command that is not possible changes nothing and says why', async () => {
  const before = await account('list');
  const refused: [string[], RegExp][] = [
    [['add', OWNER.email], /account owner@example\.org already exists/],
    [['add', 'nobody'], /email/i],
    [['add', 'new@example.org', 'New', 'Mars/Olympus'], /IANA time zone/],
    [['password', 'new@example.org'], /There is no account new@example\.org/],
    [['delete'], /Usage: account/],
    [['dance'], /Usage: account/],
  ];
  for (const [words, sentence] of refused) {
    await assert.rejects(account(...words), sentence, words.join(' '));
  }
  assert.deepEqual(await account('list'), before);
  const { status } = await request(service.url, 'POST', '/v1/auth/sign-in', { body: OWNER });
  assert.equal(status, 200);
});

test('only the first account is the owner, who sees the invitations', async () => {
  const other = await newUser('guest@example.org');
  assert.equal((await other.call('GET', '/v1/users/invitations')).status, 403);
  assert.equal((await service.owner.call('GET', '/v1/users/invitations')).status, 200);
});
