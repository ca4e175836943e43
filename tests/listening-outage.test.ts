// One database: the embedded one has no connections.
/** Tests devices that connect, record and disconnect while the database is unreachable. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { startBehindProxy } from '../src/testing/servers/behind-proxy.ts';
import type { Place } from '../src/testing/servers/behind-proxy.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const options = { skip: serverUrl ? false : 'the embedded database has no connections' };

const listen = ({ owner }: Place, parameters: Record<string, string | number> = {}) =>
  Listener.open(owner.url, { token: owner.token, uid: owner.id, ...parameters });

/** Waits until the conversation contains these words. */
async function untilSaid({ owner }: Place, id: string, words: RegExp): Promise<void> {
  for (;;) {
    const { status, body } = await owner.call('GET', `/v1/conversations/${id}`);
    if (status === 200 && words.test(JSON.stringify(body.transcript_segments))) return;
    await wait(50);
  }
}

test(
  'words of a device that disconnected during a database outage are stored',
  options,
  async () => {
    await using place = await startBehindProxy();
    const device = await listen(place, { custom_stt: 'enabled' });
    const { conversation_id } = await device.event('conversation_session');
    await device.event('service_status', ({ status }) => status === 'ready');
    place.proxy.cut();
    const segments = [{ text: 'My sister Ana lives in Braga.', is_user: true, start: 0, end: 1 }];
    device.say({ type: 'suggested_transcript', segments });
    await device[Symbol.asyncDispose]();
    // The session has ended, as far as possible without a database.
    assert.equal((await place.owner.call('GET', '/v1/conversations')).status, 503);
    assert.equal((await place.owner.call('GET', '/v1/conversations')).status, 503);
    place.proxy.mend();
    await place.untilReady();
    await untilSaid(place, conversation_id, /Braga/);
  },
);

test(
  'sound of a device that disconnected during a database outage is transcribed',
  options,
  async () => {
    await using place = await startBehindProxy({ SVC_RECOGNISER: 'builtin' });
    const device = await listen(place, { codec: 'pcm16', sample_rate: 16_000 });
    const { conversation_id } = await device.event('conversation_session');
    await device.event('service_status', ({ status }) => status === 'ready');
    place.proxy.cut();
    const speech = await speak('I live in Boston with my two children.');
    await device.stream(joinedSound(speech, silence(2)), { speed: 4 });
    await device[Symbol.asyncDispose]();
    for (let time = 0; time < 4; time += 1) {
      assert.equal((await place.owner.call('GET', '/v1/conversations')).status, 503);
    }
    place.proxy.mend();
    await place.untilReady();
    await untilSaid(place, conversation_id, /boston/i);
  },
);

test('a session that cannot begin leaves no data and may be retried', options, async () => {
  const folder = temporaryFolder();
  const settings = { SVC_RECOGNISER: 'builtin', SVC_DATA_DIR: folder };
  {
    await using place = await startBehindProxy(settings);
    const journals = () => readdirSync(join(folder, 'sound'), { recursive: true }).toSorted();
    const before = journals();
    await place.observer.query('BEGIN');
    await place.observer.query('LOCK TABLE conversations');
    const device = await listen(place, { codec: 'pcm16', sample_rate: 16_000 });
    for (;;) {
      const { rowCount } = await place.observer.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'conversations'::regclass`,
      );
      if (rowCount! > 0) break;
      await wait(20);
    }
    place.proxy.cut();
    const { code, reason } = await device.closed;
    assert.deepEqual([code, /database/.test(reason)], [1013, true], reason);
    assert.deepEqual(journals(), before);
    await place.observer.query('ROLLBACK');
  }
  removeFolder(folder);
});

test('an outage ends no recording and loses no sound', options, async () => {
  await using place = await startBehindProxy();
  const { observer, owner, proxy } = place;
  await using device = await listen(place, { custom_stt: 'enabled' });
  const { conversation_id } = await device.event('conversation_session');
  await device.event('service_status', ({ status }) => status === 'ready');
  proxy.cut();
  // The log lines of an hour without a database.
  await observer.query(
    `UPDATE conversations SET last_heard_at = now() - interval '1 hour', words_pending = true,
       words_expected_at = now() - interval '1 hour' WHERE id = $1`,
    [conversation_id],
  );
  // The outage itself.
  await wait(8_000);
  proxy.mend();
  await place.untilReady();
  // Each sweep processes one stalled conversation. The second conversation proves that the first
  // sweep is over.
  for (let sweep = 0; sweep < 2; sweep += 1) {
    const { rows } = await observer.query(
      `INSERT INTO conversations (user_id, id, status, attempt, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'processing', 9, now(), now() - interval '1 hour')
       RETURNING id`,
      [owner.id],
    );
    const path = `/v1/conversations/${rows[0].id}`;
    while ((await owner.call('GET', path)).body.status !== 'failed') await wait(50);
  }
  const { rows } = await observer.query(
    'SELECT status, words_pending, gaps FROM conversations WHERE id = $1',
    [conversation_id],
  );
  assert.deepEqual(rows, [{ status: 'in_progress', words_pending: true, gaps: [] }]);
});
