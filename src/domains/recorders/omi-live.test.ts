/** Tests the words and the sound that Omi sends while somebody speaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { silence } from '../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { KEY, startOmi } from '../../testing/servers/recorder-servers.ts';
import { startService } from '../../testing/start-service.ts';

const START = '2026-03-02T10:01:00Z';
const MINUTE = 60_000;

/** A service with a connection to Omi, which has these records. */
async function connected(records: Json[] = []) {
  await using stack = new AsyncDisposableStack();
  const clock = new ManualClock(START);
  const server = stack.use(await startOmi(records));
  const service = stack.use(
    await startService({
      clock,
      recogniser: scriptedRecogniser({
        utterances: () => [{ text: 'The plumber comes on Monday.', start: 0.5, end: 1.5 }],
      }),
      environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
    }),
  );
  const { owner } = service;
  const given = { kind: 'omi', address: server.url, secret: KEY };
  const { body } = await owner.call('POST', '/v1/connections', given);
  const path = new URL(body.hook_url).pathname;
  const state = async (): Promise<Json> => (await owner.call('GET', '/v1/connections')).body[0];
  const run = async (): Promise<Json> => {
    clock.advance(1);
    const begun = clock.now().getTime();
    await owner.call('POST', `/v1/connections/${body.id}/run`, {});
    return eventually('the run', async () => {
      const now = await state();
      return Date.parse(now.last_success_at) >= begun && now.status !== 'running' && now;
    });
  };
  const words = (segments: unknown, at = path) =>
    request(service.url, 'POST', `${at}/words?uid=me&session_id=one`, {
      body: { session_id: 'one', segments },
    });
  // The document describes JSON only, so its proxy knows no bytes.
  const sound = (pcm: Int16Array, { at = path, rate = '16000' } = {}) =>
    fetch(`${service.service.url}${at}/sound?sample_rate=${rate}&uid=me`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(pcm.buffer),
    });
  const conversations = async (): Promise<Json[]> => {
    const { body: list } = await owner.call(
      'GET',
      '/v1/conversations?statuses=in_progress,processing,completed&include_discarded=true',
    );
    return Promise.all(
      list.map(async ({ id }: Json) => (await owner.call('GET', `/v1/conversations/${id}`)).body),
    );
  };
  const owned = stack.move();
  return {
    clock,
    server,
    service,
    owner,
    id: body.id,
    path,
    run,
    words,
    sound,
    conversations,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const talk = (id: string, started_at: string, finished_at: string): Json => ({
  is: 'conversations',
  id,
  created_at: finished_at,
  started_at,
  finished_at,
  structured: {
    title: `Talk ${id}`,
    overview: '',
    category: 'other',
    action_items: [],
  },
  transcript_segments: [
    {
      text: 'We meet at noon.',
      speaker_id: 0,
      start: 0,
      end: 2,
    },
  ],
});

const said = (text: string, more: object = {}) => ({
  text,
  speaker: 'SPEAKER_00',
  speaker_id: 0,
  is_user: true,
  person_id: 'p1',
  start: 812.4,
  end: 815.1,
  ...more,
});

test('words that Omi sends become one conversation, and Omi’s own of that time does not come', async () => {
  await using omi = await connected();
  assert.equal((await omi.words([said('I live in Lisbon.', { id: 's1' })])).status, 204);
  omi.clock.advance(4_000);
  const second = said('My sister lives in Porto.', {
    speaker: 'SPEAKER_01',
    speaker_id: 1,
    is_user: false,
  });
  assert.equal((await omi.words([second, { half: true }])).status, 204);
  const [live] = await omi.conversations();
  assert.equal(live!.status, 'in_progress');
  assert.deepEqual(
    live!.transcript_segments.map(({ text, is_user }: Json) => [text, is_user]),
    [
      ['I live in Lisbon.', true],
      ['My sister lives in Porto.', false],
    ],
  );
  assert.equal(live!.source, 'omi');
  assert.ok(Math.abs(Date.parse(live!.started_at) - Date.parse(START)) < 10_000, live!.started_at);
  omi.clock.advance(3 * MINUTE);
  await eventually('the end of the conversation', async () => {
    const [now] = await omi.conversations();
    return now!.status === 'completed' && now;
  });

  omi.server.records.push(
    talk('same', START, '2026-03-02T10:01:10Z'),
    talk('later', '2026-03-02T10:30:00Z', '2026-03-02T10:40:00Z'),
    {
      is: 'action-items',
      id: 'a1',
      description: 'Visit Porto',
      completed: false,
      created_at: START,
      conversation_id: 'same',
    },
  );
  omi.clock.advance(60 * MINUTE);
  await omi.run();
  const titles = (await omi.conversations()).map(({ structured }) => structured.title);
  assert.equal(titles.length, 2);
  assert.ok(titles.includes('Talk later'));
  const tasks = (await omi.owner.call('GET', '/v1/action-items')).body;
  assert.deepEqual(
    tasks
      .map(({ description }: Json) => description)
      .filter((task: string) => task === 'Visit Porto'),
    [],
  );
  // Also when the conversation that was heard is deleted here.
  for (const { id, structured } of await omi.conversations()) {
    if (structured.title !== 'Talk later')
      await omi.owner.call('DELETE', `/v1/conversations/${id}`);
  }
  await omi.owner.call('POST', `/v1/connections/${omi.id}/run`, { from_start: true });
  await omi.run();
  assert.deepEqual(
    (await omi.conversations()).map(({ structured }) => structured.title),
    ['Talk later'],
  );
});

test('sound that Omi sends is heard, piece by piece', async () => {
  await using omi = await connected();
  for (let piece = 0; piece < 4; piece += 1) {
    assert.equal((await omi.sound(silence(1))).status, 204);
    omi.clock.advance(1_000);
  }
  const [live] = await eventually('the words', async () => {
    const list = await omi.conversations();
    return list[0]?.transcript_segments.length > 0 && list;
  });
  assert.equal(live!.transcript_segments[0].text, 'The plumber comes on Monday.');
  assert.equal(live!.source, 'omi');
  omi.clock.advance(10 * MINUTE);
  await eventually('the end', async () => (await omi.conversations())[0]!.status === 'completed');
  // The device records again.
  assert.equal((await omi.sound(silence(2))).status, 204);
  await eventually('another conversation', async () => (await omi.conversations()).length === 2);
  // Another device, or words in place of sound, takes the place of this one.
  assert.equal((await omi.sound(silence(2), { rate: '8000' })).status, 204);
  const both = await Promise.all([
    omi.words([said('We changed the device.')]),
    omi.words([said('And it works.')]),
  ]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [204, 204],
  );
  await eventually('its words', async () =>
    JSON.stringify(await omi.conversations()).includes('And it works.'),
  );
});

test('what is no sound or no word is refused with its reason', async () => {
  await using omi = await connected();
  const wrong = `${omi.path.slice(0, -3)}abc`;
  assert.equal((await omi.sound(silence(1), { at: wrong })).status, 404);
  assert.equal((await omi.sound(silence(1), { rate: 'fast' })).status, 422);
  assert.equal((await omi.sound(silence(1), { rate: '7' })).status, 422);
  assert.equal((await omi.sound(silence(60))).status, 429, 'a minute at once is too fast');
  assert.equal((await omi.sound(silence(80))).status, 413);
  assert.deepEqual(
    [
      (await omi.words([])).status,
      (await omi.words([{ half: true }, null, 'text'])).status,
      (await omi.words([said('Hello there.')], wrong)).status,
    ],
    [422, 422, 404],
  );
  await omi.owner.call('PATCH', `/v1/connections/${omi.id}`, { paused: true });
  assert.equal((await omi.sound(silence(1))).status, 404);
  assert.equal((await omi.words([said('Hello there.')])).status, 404);
});
