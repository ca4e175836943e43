import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { silence } from '../../engines/audio/testing.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { listen } from '../../testing/speech/voiced-service.ts';

let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({
    recogniser: scriptedRecogniser({
      utterances: [
        {
          text: 'The boat leaves.',
          start: 0,
          end: 1,
          speaker: 0,
          words: [
            { text: 'The', start: 0, end: 0.1 },
            { text: 'boat', start: 0.1, end: 0.3 },
            { text: 'leaves.', start: 0.6, end: 1 },
          ],
        },
        { text: 'We take the train then.', start: 1, end: 2, speaker: 1 },
        { text: 'Bring warm clothes.', start: 2, end: 3, speaker: 0 },
      ],
      capabilities: { diarization: true },
    }),
  });
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const read = async (id: string): Promise<Json[]> =>
  (await own('GET', `/v1/conversations/${id}`)).body.transcript_segments;
const texts = (segments: Json[]): string[] => segments.map(({ text }) => text);
const numbers = (segments: Json[]): number[] => segments.map(({ speaker_id }) => speaker_id);

/**
 * Makes a conversation of these segments. Each segment lasts two seconds and begins three seconds
 * after the previous one.
 */
async function talk(...said: [speaker_id: number, text: string][]): Promise<string> {
  const transcript_segments = said.map(([speaker_id, text], index) => ({
    text,
    speaker_id,
    start: index * 3,
    end: index * 3 + 2,
  }));
  const path = '/v1/dev/user/conversations/from-segments';
  return (await key.call('POST', path, { transcript_segments })).body.id;
}
const split = (id: string, segment_id: string, at: object) =>
  own('POST', `/v1/conversations/${id}/segments/${segment_id}/split`, at);

test('a segment is split at a word or a character, and searches use the result immediately', async () => {
  const id = await talk([0, 'Is the zebra here? Yes, the yak is as well.']);
  const [first] = await read(id);
  const { status, body } = await split(id, first.id, { word: 4 });
  assert.equal(status, 200);
  const [one, two, ...more] = body.transcript_segments;
  assert.deepEqual(texts([one, two, ...more]), ['Is the zebra here?', 'Yes, the yak is as well.']);
  assert.deepEqual([one.id, one.start, two.end], [first.id, 0, 2]);
  assert.ok(one.end === two.start && one.end > 0.7 && one.end < 1.1, String(one.end));
  const inside = await split(id, two.id, { character: 7 });
  assert.deepEqual(texts(inside.body.transcript_segments), [
    'Is the zebra here?',
    'Yes,',
    'the yak is as well.',
  ]);
  const found = await own('POST', '/v1/conversations/search', { query: '"yak is as well"' });
  assert.deepEqual(
    found.body.items.map((item: Json) => item.id),
    [id],
  );
});

test('an impossible split is refused and changes nothing', async () => {
  const id = await talk([0, 'Only three words.']);
  const [{ id: segment }] = await read(id);
  for (const at of [{}, { word: 1, character: 1 }, { word: 3 }, { character: 2 }, { word: 0 }]) {
    assert.equal((await split(id, segment, at)).status, 422, JSON.stringify(at));
  }
  for (const [conversation, unknown] of [
    [id, crypto.randomUUID()],
    [id, 'nonsense'],
    [crypto.randomUUID(), segment],
    ['nonsense', segment],
  ] as const) {
    assert.equal((await split(conversation, unknown, { word: 1 })).status, 404);
  }
  assert.deepEqual(texts(await read(id)), ['Only three words.']);
});

test('consecutive segments are joined into one', async () => {
  const id = await talk([0, 'One two'], [1, 'three four'], [0, 'five.']);
  const [a, b, c] = await read(id);
  const path = `/v1/conversations/${id}/segments/merge`;
  for (const segment_ids of [
    [a.id, c.id],
    [a.id, a.id],
    [a.id, crypto.randomUUID()],
    [b.id, 'nonsense'],
  ]) {
    assert.equal((await own('POST', path, { segment_ids })).status, 409);
  }
  const { body } = await own('POST', path, { segment_ids: [b.id, a.id] });
  const [merged, rest] = body.transcript_segments;
  assert.deepEqual(texts(body.transcript_segments), ['One two three four', 'five.']);
  assert.deepEqual([merged.id, merged.speaker_id, merged.start, merged.end], [a.id, 0, 0, 5]);
  assert.equal(rest.id, c.id);
});

test('two speakers are merged, and segments are moved to a new speaker', async () => {
  const id = await talk([0, 'Hello.'], [1, 'Good morning.'], [2, 'How are you?'], [0, 'Fine.']);
  const ana = (await own('POST', '/v1/users/people', { name: 'Ana' })).body;
  const path = `/v1/conversations/${id}`;
  await own('PATCH', `${path}/assign-speaker/1?assign_type=person_id&value=${ana.id}`);
  const merged = await own('POST', `${path}/speakers/2/merge`, { into: 1 });
  const named = merged.body.transcript_segments;
  assert.deepEqual(numbers(named), [0, 1, 1, 0]);
  assert.equal(named[2].speaker_name, 'Ana');
  for (const [speaker, into] of [
    [2, 0],
    [0, 7],
  ]) {
    assert.equal((await own('POST', `${path}/speakers/${speaker}/merge`, { into })).status, 404);
  }
  assert.equal((await own('POST', `${path}/speakers/1/merge`, { into: 1 })).status, 422);
  const segment_ids = [named[2].id, named[3].id];
  const apart = await own('POST', `${path}/speakers/split`, { segment_ids });
  assert.deepEqual(numbers(apart.body.transcript_segments), [0, 1, 2, 2]);
  assert.equal(apart.body.transcript_segments[2].speaker_name, 'Speaker 2');
  const unknown = { segment_ids: [named[0].id, crypto.randomUUID()] };
  assert.equal((await own('POST', `${path}/speakers/split`, unknown)).status, 409);
  assert.deepEqual(numbers(await read(id)), [0, 1, 2, 2]);
});

test('live clients get the edits, words keep their times, and the newest segment cannot be split', async () => {
  await using listener = await listen(service);
  const { conversation_id } = await listener.event('conversation_session');
  await listener.stream(silence(4), { speed: 10 });
  await listener.until(() => listener.segments.size === 3);
  const [one, two, three] = await read(conversation_id);
  const parts = await split(conversation_id, one.id, { word: 2 });
  const [, second] = parts.body.transcript_segments;
  await listener.until(() => listener.segments.get(one.id)?.text === 'The boat');
  await listener.until(() => listener.segments.has(second.id));
  const first = listener.segments.get(one.id);
  assert.deepEqual([first.end, second.start, second.text], [0.3, 0.6, 'leaves.']);
  const path = `/v1/conversations/${conversation_id}/segments/merge`;
  const segment_ids = [one.id, second.id, two.id];
  assert.equal((await own('POST', path, { segment_ids })).status, 200);
  const gone = await listener.event('segments_deleted');
  assert.deepEqual(gone.segment_ids.toSorted(), [second.id, two.id].toSorted());
  const refused = await split(conversation_id, three.id, { word: 1 });
  assert.deepEqual([refused.status, texts(await read(conversation_id)).length], [409, 2]);
});
