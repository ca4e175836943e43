/** The owner invites people. An invitation works once and reveals nothing about accounts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import { ApiUser, request } from '../../../testing/clients/api-user.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const INVITATIONS = '/v1/users/invitations';
const ANA = {
  email: 'Ana@example.org',
  password: 'a long enough password',
  name: 'Ana',
  timezone: 'Asia/Tokyo',
};

const signUp = ({ url }: TestService, body: object) =>
  request(url, 'POST', '/v1/auth/sign-up', { body });

async function invite({ owner }: TestService, body: object = {}): Promise<string> {
  const answer = await owner.call('POST', INVITATIONS, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return /\/welcome#(svc_inv_[\w-]{43})$/.exec(answer.body.link)![1]!;
}

test('an invited person gets an account of their own, once', async () => {
  await using service = await startService();
  await service.owner.call('POST', '/v3/memories', { content: 'Keeps bees.' });
  const invitation = await invite(service, { note: 'Ana from the choir' });
  const { status, body } = await signUp(service, { ...ANA, invitation });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.user.email, 'ana@example.org');
  const ana = await ApiUser.signIn(service.url, { email: ANA.email, password: ANA.password });
  assert.equal((await ana.call('GET', '/v1/users/me')).body.timezone, 'Asia/Tokyo');
  assert.deepEqual((await ana.call('GET', '/v3/memories')).body, []);
  const [listed] = (await service.owner.call('GET', INVITATIONS)).body;
  assert.deepEqual([listed.note, typeof listed.used_at], ['Ana from the choir', 'string']);
  assert.ok(!JSON.stringify(listed).includes('svc_inv_'));
  const second = await signUp(service, { ...ANA, email: 'rui@example.org', invitation });
  assert.equal(second.status, 403);
  for (const [method, path] of [
    ['GET', INVITATIONS],
    ['POST', INVITATIONS],
    ['DELETE', `${INVITATIONS}/${listed.id}`],
  ] as const) {
    const { status, body } = await ana.call(method, path, method === 'POST' ? {} : undefined);
    assert.deepEqual(
      [status, body.detail],
      [403, 'Only the owner of this installation may do this.'],
    );
  }
});

test('a wrong, withdrawn, expired or unneeded invitation and a taken address look the same', async () => {
  let now = new Date();
  await using service = await startService({ clock: { now: () => now } });
  const { owner } = service;
  const expired = await invite(service, { valid_days: 1 });
  now = new Date(now.getTime() + 2 * 86_400_000);
  const withdrawn = await invite(service);
  const [{ id }] = (await owner.call('GET', INVITATIONS)).body;
  assert.equal((await owner.call('DELETE', `${INVITATIONS}/${id}`)).status, 204);
  assert.equal((await owner.call('DELETE', `${INVITATIONS}/${id}`)).status, 404);
  const valid = await invite(service);
  const answers = [];
  for (const body of [
    { ...ANA },
    { ...ANA, invitation: 'svc_inv_made-up' },
    { ...ANA, invitation: expired },
    { ...ANA, invitation: withdrawn },
    { ...ANA, email: OWNER.email.toUpperCase(), invitation: valid },
  ]) {
    const { status, body: answer } = await signUp(service, body);
    answers.push(JSON.stringify([status, answer]));
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'));
  assert.match(answers[0]!, /^\[403/);
  // The address was taken, so the invitation is still unused.
  assert.equal((await signUp(service, { ...ANA, invitation: valid })).status, 200);
});

test('only attempts without a valid invitation count towards the limit of a network', async () => {
  const person = (name: string) => ({ ...ANA, email: `${name}@example.org` });
  await using service = await startService({
    clock: new ManualClock(new Date().toISOString()),
    environment: { SVC_SIGN_UP: 'open' },
  });
  for (let count = 0; count < 12; count += 1) {
    const invitation = await invite(service);
    const { status } = await signUp(service, { ...person(`invited${count}`), invitation });
    assert.equal(status, 200, `invited ${count}`);
  }
  const statuses = [];
  for (let count = 0; count < 12; count += 1)
    statuses.push((await signUp(service, person(`stranger${count}`))).status);
  assert.deepEqual(statuses, [...Array.from({ length: 11 }, () => 200), 429]);
});

test('an operator opens the service to everybody, or closes it', async () => {
  {
    await using open = await startService({ environment: { SVC_SIGN_UP: 'open' } });
    assert.equal((await signUp(open, ANA)).status, 200);
    assert.equal((await signUp(open, ANA)).status, 403);
    assert.equal((await signUp(open, { ...ANA, password: 'short' })).status, 422);
  }
  await using closed = await startService({ environment: { SVC_SIGN_UP: 'closed' } });
  assert.equal((await signUp(closed, ANA)).status, 403);
  assert.equal((await closed.owner.call('POST', INVITATIONS, {})).status, 403);
});
