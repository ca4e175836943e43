import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { silence } from '../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { listen } from '../../testing/speech/voiced-service.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService({
    recogniser: scriptedRecogniser({
      utterances: ['Ask Anna now.', 'Anna is away.', 'Then ask Anna later.'].map((text, at) => ({
        text,
        start: at,
        end: at + 1,
        speaker: at % 2,
      })),
      capabilities: { diarization: true },
    }),
  });
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => own('PUT', '/v1/users/me/vocabulary', { words: [] }));

const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, path, body);
const segmentsOf = async (id: string): Promise<Json[]> =>
  (await own('GET', `/v1/conversations/${id}`)).body.transcript_segments;
const textsOf = async (id: string) => (await segmentsOf(id)).map(({ text }) => text);
const vocabulary = async (): Promise<[string, boolean][]> =>
  (await own('GET', '/v1/users/me/vocabulary')).body.words.map(({ word, learned }: Json) => [
    word,
    learned,
  ]);
const rewrite = (id: string, segment_id: string, text: string) =>
  own('PATCH', `/v1/conversations/${id}/segments/text`, { segment_id, text });
const replace = (id: string, body: object) =>
  own('POST', `/v1/conversations/${id}/segments/replace`, body);

const TALK = [
  'We use comma lice daily.',
  'Comma lice is good, and comma lice is fast.',
  'No commas, no lice. Comma-lice?',
  'Who made comma  lice?',
];

async function talk(texts: readonly string[] = TALK): Promise<string> {
  const transcript_segments = texts.map((text, at) => ({
    text,
    speaker_id: at % 2,
    start: at * 3,
    end: at * 3 + 2,
  }));
  const path = '/v1/dev/user/conversations/from-segments';
  return (await key.call('POST', path, { transcript_segments })).body.id;
}

test('a corrected name is offered elsewhere, replaced everywhere, learned once, and undone', async () => {
  const id = await talk();
  const [first, , , last] = await segmentsOf(id);
  const { body } = await rewrite(id, first.id, 'We use Commalise daily.');
  const change = { from: 'comma lice', to: 'Commalise' };
  assert.deepEqual(body, { status: 'Ok', elsewhere: { ...change, count: 3 }, replaced: change });
  assert.deepEqual(await vocabulary(), [['Commalise', true]]);

  const replaced = await replace(id, change);
  assert.equal(replaced.body.count, 3);
  assert.deepEqual(
    replaced.body.segments.map(({ text }: Json) => text),
    ['Commalise is good, and Commalise is fast.', 'Who made Commalise?'],
  );
  const all = [TALK[0]!.replace('comma lice', 'Commalise'), TALK[2]!];
  assert.deepEqual(await textsOf(id), [
    all[0],
    'Commalise is good, and Commalise is fast.',
    all[1],
    'Who made Commalise?',
  ]);
  assert.deepEqual(await vocabulary(), [['Commalise', true]]);
  const found = await own('POST', '/v1/conversations/search', { query: '"made Commalise"' });
  assert.deepEqual(
    found.body.items.map((item: Json) => item.id),
    [id],
  );

  const segment_ids = replaced.body.segments.map((segment: Json) => segment.id);
  const undo = { from: 'Commalise', to: 'comma lice', segment_ids };
  assert.equal((await replace(id, undo)).body.count, 3);
  assert.deepEqual(await textsOf(id), [all[0], TALK[1], all[1], 'Who made comma lice?']);
  assert.equal((await segmentsOf(id)).at(-1)!.id, last.id);
});

test('a learned word stays removed, and can be learned again', async () => {
  const id = await talk(['Ask Anna.', 'With Anna.']);
  const [first, second] = await segmentsOf(id);
  await rewrite(id, first.id, 'Ask Ana.');
  await own('PUT', '/v1/users/me/vocabulary', { words: [] });
  assert.deepEqual(await vocabulary(), []);
  assert.equal((await rewrite(id, second.id, 'With Ana.')).body.elsewhere, null);
  assert.deepEqual(await vocabulary(), [['Ana', true]]);
});

test('ordinary words are offered, but not learned, and neither is the first word of a sentence', async () => {
  const id = await talk(['The boot leaves. Boot!', 'A boot.', 'Their boots.']);
  const [first, , third] = await segmentsOf(id);
  const { body } = await rewrite(id, first.id, 'The boat leaves. Boot!');
  assert.deepEqual(body.elsewhere, { from: 'boot', to: 'boat', count: 2 });
  await rewrite(id, third.id, 'There boots.');
  await replace(id, { from: 'boot', to: 'boat' });
  assert.deepEqual(await textsOf(id), ['The boat leaves. Boat!', 'A boat.', 'There boots.']);
  assert.deepEqual(await vocabulary(), []);
});

test('a new sentence is offered nowhere', async () => {
  const id = await talk(['One two three four.', 'One two three four.']);
  const [first] = await segmentsOf(id);
  const { body } = await rewrite(id, first.id, 'Quite another sentence here.');
  assert.equal(body.elsewhere, null);
});

test('impossible replacements are refused and change nothing', async () => {
  const id = await talk();
  for (const body of [
    { from: '', to: 'a' },
    { from: '?!', to: 'a' },
    { from: 'a', to: ' ' },
    { from: 'same', to: 'same' },
    { from: 'x'.repeat(201), to: 'a' },
    { from: 'a' },
  ]) {
    assert.equal((await replace(id, body)).status, 422, JSON.stringify(body));
  }
  for (const unknown of [crypto.randomUUID(), 'nonsense']) {
    assert.equal((await replace(unknown, { from: 'a', to: 'b' })).status, 404);
  }
  const none = await replace(id, { from: 'submarine', to: 'Boat' });
  assert.deepEqual(none.body, { count: 0, segments: [] });
  assert.deepEqual(await textsOf(id), TALK);
  assert.deepEqual(await vocabulary(), []);
});

test('a running recording is changed except for its newest segment, and its client sees it', async () => {
  await using listener = await listen(service);
  const { conversation_id: id } = await listener.event('conversation_session');
  await listener.stream(silence(4), { speed: 10 });
  await listener.until(() => listener.segments.size === 3);
  const [one, two] = await segmentsOf(id);
  const { body } = await rewrite(id, one.id, 'Ask Ana now.');
  assert.deepEqual(body.elsewhere, { from: 'Anna', to: 'Ana', count: 1 });
  assert.equal((await replace(id, { from: 'Anna', to: 'Ana' })).body.count, 1);
  await listener.until(() => listener.segments.get(two.id)?.text === 'Ana is away.');
  assert.equal((await textsOf(id))[2], 'Then ask Anna later.');
});
