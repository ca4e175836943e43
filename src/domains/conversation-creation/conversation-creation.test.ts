import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { behindWall } from '../../kit/context.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { earlierConversation } from './conversation-storing.ts';
import type { ConversationWithWords } from './conversation-storing.ts';

const PATH = '/v1/dev/user/conversations';
const OWN = '/v1/conversations';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
    'action_items:read',
    'action_items:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

const NOTE = 'I live in Porto and I work as a nurse. I need to call the bank tomorrow.';
const create = async (text = NOTE, more = {}) =>
  (await key.call('POST', PATH, { text, ...more })).body;
const own = (method: string, path: string, body?: unknown) =>
  service.owner.call(method, `${OWN}/${path}`, body);
const get = async (id: string): Promise<Json> => (await own('GET', id)).body;
const segments = (...texts: string[]) =>
  texts.map((text, index) => ({
    text,
    speaker: `SPEAKER_0${index % 2}`,
    is_user: index % 2 === 0,
    start: index * 3,
    end: index * 3 + 3,
  }));
const fromSegments = (body: object) => key.call('POST', `${PATH}/from-segments`, body);

test('a text becomes a conversation with a title, memories and action items', async () => {
  const made = await create(NOTE, { started_at: '2026-03-04T09:00:00Z' });
  assert.deepEqual(Object.keys(made).toSorted(), ['discarded', 'id', 'status']);
  assert.deepEqual([made.status, made.discarded], ['completed', false]);
  const { body } = await key.call('GET', `${PATH}/${made.id}?include_transcript=true`);
  assert.equal(body.source, 'external_integration');
  assert.equal(body.finished_at, '2026-03-04T09:05:00.000Z');
  assert.equal(body.structured.action_items[0].due_at.slice(0, 10), '2026-03-05');
  assert.equal(body.transcript_segments[0].text, NOTE);
  const whole = await get(made.id);
  assert.equal(whole.external_data.text, NOTE);
  const memories = (await key.call('GET', '/v1/dev/user/memories?limit=100')).body;
  assert.ok(memories.some(({ content }: Json) => /Porto/.test(content)));
});

test('the names in a written conversation become people, and appear everywhere', async () => {
  const text =
    'Ana: Can you send me the survey report?\nMe: I will send Ana the survey report tomorrow.';
  const { id } = await create(text, { text_source: 'audio_transcript' });
  const { body } = await key.call('GET', `${PATH}/${id}?include_transcript=true`);
  const [asked, answered] = body.transcript_segments;
  assert.deepEqual([asked.speaker_name, answered.speaker_name], ['Ana', 'Owner']);
  assert.match(body.structured.overview, /Ana/);
  assert.doesNotMatch(body.structured.overview, /Speaker/);
  const people = await service.owner.call('GET', '/v1/users/people');
  assert.ok(people.body.some(({ name }: Json) => name === 'Ana'));
  const mail = 'From: Ana\nSubject: Boats\nNote: bring rope\nSpeaker 2: Hello there.';
  const { id: mailed } = await create(mail, { text_source: 'message' });
  const spoken = (await get(mailed)).transcript_segments;
  assert.equal(spoken.at(-1).speaker_id, 2, 'who is called Speaker 2 is number 2');
  const names = (await service.owner.call('GET', '/v1/users/people')).body.map(
    (each: Json) => each.name,
  );
  assert.deepEqual(names, ['Ana']);
  const list = await create('Milk: two litres\nBread: one loaf', {});
  const [milk] = (await get(list.id)).transcript_segments;
  assert.equal(milk.person_id, null, 'a list is no talk');
});

test('an exported messenger chat gets its people, and the owner despite a decorated name', async () => {
  const chat = [
    '[21/11/2026, 09:19:10] Ben: I am allergic to shellfish by the way.',
    '[21/11/2026, 09:20:00] Owner 🌱: I need to buy candles tomorrow.',
    '21/11/2026, 09:21 - Ben: I will bring the cake on Friday.',
  ].join('\n');
  const { id } = await create(chat);
  const whole = await get(id);
  const said = whole.transcript_segments.map((each: Json) => [each.speaker_name, each.text]);
  assert.deepEqual(said, [
    ['Ben', 'I am allergic to shellfish by the way.'],
    ['Owner', 'I need to buy candles tomorrow.'],
    ['Ben', 'I will bring the cake on Friday.'],
  ]);
  const tasks = whole.structured.action_items.map((each: Json) => each.description);
  assert.deepEqual(tasks, ['Buy candles', 'Ben: Bring the cake']);
  const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
  assert.ok(!body.some(({ content }: Json) => /shellfish/.test(content)));
});

test('a text with thousands of short lines is stored completely', async () => {
  const { id } = await create('A: b\n'.repeat(9_000), { text_source: 'message' });
  const { body } = await key.call('GET', `${PATH}/${id}?include_transcript=true`);
  assert.equal(body.transcript_segments.length, 9_000);
});

test('the session of a merged conversation leads to the resulting one', async () => {
  const one = {
    transcript_segments: segments('The harbour opens at six.'),
    client_session_id: 'm1',
  };
  const first = (await fromSegments(one)).body.id;
  const second = (await fromSegments({ ...one, client_session_id: 'm2' })).body.id;
  await service.owner.call('PATCH', `/v1/conversations/${first}/starred?starred=true`);
  const { body } = await service.owner.call('POST', '/v1/conversations/merge', {
    conversation_ids: [first, second.toUpperCase()],
  });
  assert.equal(body.conversation.starred, true);
  assert.equal((await fromSegments(one)).body.id, body.conversation.id);
  await service.owner.call('DELETE', `/v1/conversations/${body.conversation.id}`);
  assert.equal((await fromSegments(one)).body.status, 'deleted');
});

test('a short text is never discarded, and an unusable one is refused with a message', async () => {
  assert.equal((await create('Hm.')).discarded, false);
  const refused: [object, RegExp][] = [
    [{ text: '  \n ' }, /text cannot be empty/],
    [{ text: 'x'.repeat(100_001) }, /at most 100000/],
    [{ text: 'x', text_source: 'dream' }, /audio_transcript/],
    [{ text: 'x', started_at: 'yesterday' }, /ISO 8601/],
    [{ text: 'x', geolocation: { latitude: 91, longitude: 0 } }, /latitude/],
    [
      { text: 'x', started_at: '2026-03-04T09:00:00Z', finished_at: '2026-03-04T09:00:00Z' },
      /finished_at must be after started_at/,
    ],
  ];
  for (const [body, words] of refused) {
    const answer = await key.call('POST', PATH, body);
    assert.equal(answer.status, 422);
    assert.match(JSON.stringify(answer.body.detail), words);
  }
});

test('a client session creates one conversation, even when it is resent after a deletion', async () => {
  const body = {
    transcript_segments: segments('I adopted a cat named Miso.', 'That is lovely news!'),
    client_session_id: 'recorder-7',
    started_at: '2026-03-05T10:00:00+01:00',
  };
  const twins = await Promise.all([fromSegments(body), fromSegments(body)]);
  const done = twins.filter(({ status }) => status === 200);
  assert.ok(done.length >= 1 && twins.every(({ status }) => status === 200 || status === 409));
  const { id } = done[0]!.body;
  const again = await fromSegments({ ...body, client_session_id: null, session_id: 'recorder-7' });
  assert.equal(again.body.id, id);
  const stored = await get(id);
  assert.equal(stored.started_at, '2026-03-05T09:00:00.000Z');
  assert.equal(stored.finished_at, '2026-03-05T09:00:06.000Z');
  assert.equal(stored.source, 'phone');
  assert.deepEqual((await key.call('DELETE', `${PATH}/${id}`)).body, { success: true });
  const late = await fromSegments(body);
  assert.deepEqual(late.body, { id, status: 'deleted', discarded: true });
  assert.equal((await key.call('GET', `${PATH}/${id}`)).status, 404);
});

test('all invalid segments are reported with their index', async () => {
  const { status, body } = await fromSegments({
    transcript_segments: [
      { text: 'fine', start: 0, end: 1 },
      { text: ' ', start: -1, end: 1 },
      { text: 'backwards', start: 3, end: 3 },
    ],
  });
  assert.equal(status, 422);
  const told = body.detail.map(({ loc, msg }: Json) => [...loc, msg].join(' '));
  assert.deepEqual(told, [
    'body transcript_segments 1 text Segment 1: text cannot be empty',
    'body transcript_segments 1 start Segment 1: start time cannot be negative',
    'body transcript_segments 2 end Segment 2: end time must be after start time',
  ]);
  assert.equal((await fromSegments({ transcript_segments: [] })).status, 422);
});

test('a program whose earlier conversation is deleted meanwhile is asked to try again', async () => {
  const actor = { kind: 'job', user_id: service.owner.id } as const;
  const context = behindWall({ ...service.service.parts, actor, ip: null });
  const made = (conversation: object) =>
    ({ conversation, segments: [] }) as unknown as ConversationWithWords;
  const gone = { source: 'notes', external_id: 'deleted', client_session_id: null };
  await assert.rejects(earlierConversation(context, made(gone)), /Try again/);
  const { id } = await create('The ferry is late.', { source: 'notes', external_id: 'kept' });
  const kept = await earlierConversation(context, made({ ...gone, external_id: 'kept' }));
  assert.equal(kept.id, id);
  const session = { client_session_id: 'recorder-9' };
  const { body } = await fromSegments({ transcript_segments: segments('Again.'), ...session });
  const same = await earlierConversation(context, made({ ...gone, external_id: null, ...session }));
  assert.equal(same.id, body.id);
});
