// Both databases: usage is measured by sums, and a limit may be infinite.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { administerQuotas, Quotas } from './quotas.ts';

const HOURS = 0.01;
const NO_QUOTAS = new Quotas({ soundGib: undefined, hours: undefined });
const UPLOAD = '/v1/conversations/upload';
const clock = new ManualClock('2026-01-30T09:00:00Z');
let service: TestService;
before(async () => {
  service = await startService({
    clock,
    environment: {
      SVC_SIGN_UP: 'open',
      SVC_KEEP_AUDIO: 'on',
      SVC_QUOTA_HOURS: `${HOURS}`,
      SVC_QUOTA_SOUND_GIB: '1',
    },
    recogniser: scriptedRecogniser({ utterances: [{ text: 'Herons.', start: 0, end: 1 }] }),
    heartbeatMs: 50,
  });
});
after(() => service[Symbol.asyncDispose]());

let people = 0;
const newUser = () => ApiUser.signUp(service.service.url, `user${(people += 1)}@example.org`);
const quotasOf = async (user: ApiUser): Promise<Json> =>
  (await user.call('GET', '/v1/users/me/quotas')).body;
const overQuota = async (): Promise<Json> =>
  (await service.owner.call('GET', '/v1/installation')).body.over_quota;

/** Runs `account quota` for a user. */
const setQuota = (user: ApiUser, ...words: string[]) =>
  administerQuotas(NO_QUOTAS, service.service.parts, user.id, words);

async function upload(user: ApiUser, seconds: number) {
  const form = new FormData();
  form.append('file', new Blob([writeWav(new Int16Array(16_000 * seconds))]), 'a.wav');
  const answer = await user.call('POST', UPLOAD, form);
  if (answer.status < 300) {
    const path = `/v1/conversations/${answer.body.conversation_id}/upload`;
    await eventually('the end of the upload', async () =>
      ['done', 'failed'].includes((await user.call('GET', path)).body.stage),
    );
  }
  return answer;
}

async function listen(user: ApiUser): Promise<Listener> {
  return Listener.open(user.url, { token: user.token, codec: 'pcm16', sample_rate: 16_000 });
}

async function readyListener(user: ApiUser): Promise<Listener> {
  const listener = await listen(user);
  await listener.event('service_status', ({ status }) => status === 'ready');
  return listener;
}

async function keptSeconds(user: ApiUser): Promise<number> {
  const { body } = await user.call('GET', '/v1/conversations?statuses=in_progress,completed');
  let seconds = 0;
  for (const { id } of body) {
    const { files } = (await user.call('GET', `/v1/conversations/${id}/audio`)).body;
    for (const file of files) seconds += file.seconds;
  }
  return seconds;
}

test('a user sees the quotas and what is used of them', async () => {
  const user = await newUser();
  assert.deepEqual(await quotasOf(user), {
    sound: { used_bytes: 0, max_bytes: 1024 ** 3 },
    listening: {
      used_seconds: 0,
      max_seconds: 3_600 * HOURS,
      resets_at: '2026-02-01T00:00:00.000Z',
    },
  });
  await upload(user, 20);
  const { sound, listening } = await quotasOf(user);
  assert.ok(sound.used_bytes > 1_000, String(sound.used_bytes));
  assert.ok(Math.abs(listening.used_seconds - 20) < 0.1, String(listening.used_seconds));
  await user.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'Words of others.', start: 0, end: 3_000 }],
  });
  assert.equal((await quotasOf(user)).listening.used_seconds, listening.used_seconds, 'no sound');
});

test('at the quota of listening, uploads and sessions are refused until the next month', async () => {
  const [user, other] = [await newUser(), await newUser()];
  assert.equal((await upload(user, 37)).status, 200);
  const refused = await upload(user, 1);
  assert.equal(refused.status, 429);
  assert.match(
    refused.body.detail,
    /^Your quota of 0\.01 hours of listening in a month is used up until 2026-02-01\. The operator/,
  );
  assert.equal(Number(refused.headers.get('retry-after')), (24 + 15) * 3_600);
  const resumable = await fetch(`${service.service.url}${UPLOAD}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${user.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '5',
    },
  });
  assert.equal(resumable.status, 429);
  const { code, reason } = await (await listen(user)).closed;
  assert.equal(code, 1013);
  assert.match(reason, /^Your quota of 0\.01 hours .* until 2026-02-01\./);
  const { email } = (await user.call('GET', '/v1/users/me')).body;
  assert.deepEqual(await overQuota(), [{ email, quotas: ['listening'] }]);
  assert.equal((await upload(other, 1)).status, 200, 'another user goes on');
  clock.advance(3 * 86_400_000);
  assert.deepEqual(await overQuota(), []);
  assert.equal((await upload(user, 1)).status, 200);
});

test('the operator sets the quotas of one user', async () => {
  const user = await newUser();
  assert.deepEqual(await setQuota(user, 'hours', '100'), [
    'Kept sound: 0 of unlimited GiB',
    'Listening this month: 0 of 100 hours',
  ]);
  assert.equal((await upload(user, 40)).status, 200);
  assert.equal((await upload(user, 1)).status, 200);
  await setQuota(user, 'hours', 'none');
  await setQuota(user, 'sound', '2.5');
  const { listening, sound } = await quotasOf(user);
  assert.deepEqual([listening.max_seconds, sound.max_bytes], [null, 2.5 * 1024 ** 3]);
  await setQuota(user, 'hours', 'default');
  assert.equal((await upload(user, 1)).status, 429);
  assert.equal((await quotasOf(user)).sound.max_bytes, 2.5 * 1024 ** 3, 'it stays');
  for (const words of [
    ['hours'],
    ['hours', 'many'],
    ['hours', '-1'],
    ['hours', ''],
    ['disk', '1'],
  ]) {
    await assert.rejects(setQuota(user, ...words), /^StartError: Usage|Usage: account quota/);
  }
});

test('at the quota of sound, words are stored and sound is not kept', async () => {
  const user = await newUser();
  await setQuota(user, 'hours', 'none');
  await setQuota(user, 'sound', '0');
  {
    await using device = await readyListener(user);
    await device.stream(new Int16Array(16_000 * 12), { speed: 10 });
    await device.until(() => device.text.includes('Herons'));
  }
  await upload(user, 10);
  assert.equal(await keptSeconds(user), 0);
  assert.deepEqual((await overQuota()).at(-1).quotas, ['sound']);
  const { body } = await user.call('GET', '/v1/conversations');
  assert.ok(body.length > 0);
  await setQuota(user, 'sound', 'default');
  await upload(user, 10);
  assert.ok((await keptSeconds(user)) > 9);
});

test('a session keeps no more sound soon after its user has reached the quota', async () => {
  const user = await newUser();
  await setQuota(user, 'hours', 'none');
  {
    await using device = await readyListener(user);
    await device.stream(new Int16Array(16_000 * 30), { speed: 20 });
    await eventually('kept sound', async () => (await keptSeconds(user)) > 5);
    await setQuota(user, 'sound', '0');
    // Sound may not arrive more than twice as fast as the clock runs.
    clock.advance(60_000);
    await device.stream(new Int16Array(16_000 * 80), { speed: 20 });
  }
  const kept = await keptSeconds(user);
  assert.ok(kept >= 60 && kept < 90, `${kept} of 110 seconds`);
});
