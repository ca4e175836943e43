// Long: each fault of the disk has a service of its own.
/** A disk that is full, broken or hanging: a right answer, a 503, or an end with a sentence. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import type { ApiKey } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { startOnDisk } from '../src/testing/faults/start-on-disk.ts';
import type { ServiceProcess } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { temporaryFolder } from '../src/testing/template.ts';

const MEMORIES = '/v1/dev/user/memories';
const options = {
  skip: process.env['COMMONPLACE_TEST_DATABASE_URL'] ? 'a server looks after its own disk' : false,
};

for (const [fault, reason] of [
  ['suddenly full', /database has stopped \((ENOSPC|PANIC: .*No space left on device)/],
  ['broken', /database has stopped \(EIO/],
] as const) {
  test(`a disk that is ${fault} ends the service within five seconds`, options, async () => {
    await using disk = startOnDisk();
    const service = await disk.start();
    const key = await keyOf(service);
    const kept = await key.call('POST', MEMORIES, { content: 'Lives in Porto' });
    assert.equal(kept.status, 200);

    disk.set(fault);
    const ended = once(service.child, 'exit');
    const began = performance.now();
    let sent = 0;
    while (service.child.exitCode === null) {
      const answer = await Promise.race([
        key.call('POST', MEMORIES, { content: `Fact ${(sent += 1)}` }).catch(() => null),
        ended.then(() => null),
      ]);
      if (answer === null) break;
      assert.ok([503, 507].includes(answer.status), `${answer.status} ${answer.body.detail}`);
      assert.ok(performance.now() - began < 10_000, service.output());
    }
    const [code] = await ended;
    assert.notEqual(code, 0);
    assert.ok(performance.now() - began < 6_000);
    assert.match(service.output(), reason);
    assert.doesNotMatch(service.output().split('Commonplace is ready')[1]!, /^\s+at .*\.ts:\d/m);

    disk.set('');
    await using again = await disk.start();
    const { body } = await (await keyOf(again)).call('GET', MEMORIES);
    const contents = body.map(({ content }: { content: string }) => content);
    assert.ok(contents.includes('Lives in Porto'));
  });
}

test(
  'a disk that hangs is a 503 within seconds, and the service recovers with it',
  options,
  async () => {
    await using disk = startOnDisk();
    await using service = await disk.start();
    const key = await keyOf(service);
    disk.set('hanging');
    const began = performance.now();
    const stuck = key.call('POST', MEMORIES, { content: 'Lives in Porto' });
    const list = () => key.call('GET', MEMORIES);
    let behind = await list();
    // A read before the write has reached the disk needs no disk.
    while (behind.status === 200) behind = await list();
    for (const { status, headers } of [await stuck, behind]) {
      assert.equal(status, 503);
      assert.ok(headers.has('Retry-After'));
    }
    // This takes five seconds on an idle machine.
    assert.ok(performance.now() - began < 20_000, `${performance.now() - began} ms`);
    assert.equal((await fetch(new URL('/readyz', service.url))).status, 503);
    disk.set('');
    disk.release();
    while ((await key.call('GET', MEMORIES)).status !== 200) await wait(50);
  },
);

test(
  'with a full disk the service can read, and it writes again when there is space',
  options,
  async () => {
    await using disk = startOnDisk();
    await using service = await disk.start();
    const key = await keyOf(service);
    disk.set('full');
    const create = () => key.call('POST', MEMORIES, { content: 'Works as a nurse' });
    while ((await create()).status !== 507) await wait(50);
    // Longer than the intervals of the database upkeep and the job queue.
    const until = performance.now() + 7_000;
    while (performance.now() < until) {
      assert.equal((await create()).status, 507);
      assert.equal((await key.call('GET', MEMORIES)).status, 200);
      await wait(200);
    }
    disk.set('');
    while ((await create()).status !== 200) await wait(50);
  },
);

test('a nearly full disk refuses new data with 507 until it has space', options, async () => {
  await using disk = startOnDisk();
  await using service = await disk.start();
  const owner = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:read', 'memories:write']);
  const { body } = await key.call('POST', MEMORIES, { content: 'Lives in Porto' });
  disk.set('low');
  const until = async (status: number) => {
    for (;;) {
      const answer = await key.call('POST', MEMORIES, { content: 'Works as a nurse' });
      if (answer.status === status) return answer;
      await wait(50);
    }
  };
  const refused = await until(507);
  assert.match(refused.body.detail, /disk of the service is nearly full/);
  assert.equal((await key.call('GET', MEMORIES)).status, 200);
  const { body: ready } = await request(service.url, 'GET', '/readyz');
  assert.deepEqual(ready.disk, { free_mib: 60, takes_new_data: false });
  const device = await Listener.open(service.url, { token: owner.token, uid: owner.id });
  assert.equal((await device.closed).code, 1013);
  assert.equal((await key.call('DELETE', `${MEMORIES}/${body.id}`)).status, 200);
  disk.set('');
  await until(200);
});

test(
  'a session that is open when the disk fills up keeps its words and ends with a message',
  options,
  async () => {
    await using disk = startOnDisk();
    await using service = await disk.start();
    const owner = await ApiUser.signIn(service.url, OWNER);
    const device = await Listener.open(service.url, {
      token: owner.token,
      uid: owner.id,
      custom_stt: 'enabled',
    });
    const { conversation_id } = await device.event('conversation_session');
    await device.event('service_status', ({ status }) => status === 'ready');
    disk.set('low');
    const segments = [{ text: 'My sister Ana lives in Braga.', is_user: true, start: 0, end: 1 }];
    device.say({ type: 'suggested_transcript', segments });
    const { status, retryable } = await device.event(
      'service_status',
      ({ reason }) => reason === 'disk_full',
    );
    assert.deepEqual([status, retryable], ['stt_failed', true]);
    const { code, reason } = await device.closed;
    assert.deepEqual([code, /nearly full/.test(reason)], [1013, true], reason);
    const path = `/v1/conversations/${conversation_id}`;
    while (!/Braga/.test(JSON.stringify((await owner.call('GET', path)).body))) await wait(50);
  },
);

test('sound that was neither stored nor transcribed is shown as a gap', options, async () => {
  await using disk = startOnDisk();
  await using service = await disk.start({ SVC_RECOGNISER: 'builtin' });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const listen = () =>
    Listener.open(service.url, {
      token: owner.token,
      uid: owner.id,
      codec: 'pcm16',
      sample_rate: 16_000,
      language: 'pt',
      conversation_timeout: 5,
    });
  const device = await listen();
  const { conversation_id } = await device.event('conversation_session');
  const speech = await speak('I live in Boston with my two children.');
  await device.stream(speech, { speed: 2 });
  disk.set('no sound');
  await device.stream(speech, { speed: 2 }).catch(() => {});
  assert.equal((await device.closed).code, 1013);
  disk.set('');
  await using again = await listen();
  await again.event('service_status', ({ status }) => status === 'ready');
  const path = `/v1/conversations/${conversation_id}`;
  for (;;) {
    const { gaps } = (await owner.call('GET', path)).body;
    const reasons = new Set(gaps.map(({ reason }: { reason: string }) => reason));
    if (reasons.has('lost') && reasons.size > 1) break;
    await wait(50);
  }
});

test('a service whose disk hangs forever ends within 15 s of SIGTERM', options, async () => {
  await using disk = startOnDisk();
  const service = await disk.start();
  const key = await keyOf(service);
  disk.set('hanging');
  assert.equal((await key.call('POST', MEMORIES, { content: 'Lives in Porto' })).status, 503);
  const ended = once(service.child, 'exit');
  const began = performance.now();
  service.child.kill('SIGTERM');
  const [code, signal] = await ended;
  assert.ok(code !== 0 || signal === 'SIGKILL');
  assert.ok(performance.now() - began < 16_000);
});

test('a full disk refuses no reads, even where requests are counted', options, async () => {
  await using disk = startOnDisk();
  await using service = await disk.start({ SVC_RATE_LIMIT: '' });
  const key = await keyOf(service);
  disk.set('full');
  while ((await key.call('POST', MEMORIES, { content: 'x y' })).status !== 507) await wait(50);
  for (let count = 0; count < 40; count += 1) {
    assert.equal((await key.call('GET', MEMORIES)).status, 200);
  }
  disk.set('low');
  while ((await request(service.url, 'GET', '/readyz')).body.disk.free_mib === 0) await wait(50);
  await ApiUser.signIn(service.url, OWNER);
});

test('a first start on a full disk ends with a message', options, async () => {
  await using disk = startOnDisk(temporaryFolder());
  disk.set('full');
  const { code, output } = await disk.run();
  assert.equal(code, 1);
  assert.match(output, /disk .*is full|cannot be (opened|written)/);
  assert.doesNotMatch(output, /^\s+at /m);
});

async function keyOf({ url }: ServiceProcess): Promise<ApiKey> {
  const owner = await ApiUser.signIn(url, OWNER);
  return owner.key(['memories:read', 'memories:write']);
}
