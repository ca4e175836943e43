import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { request } from '../../testing/clients/api-user.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { transcriptOfText } from '../transcripts/transcript-of-text.ts';

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

test('a text becomes a conversation with structure, memories and action items', async () => {
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

test('whom a written talk calls by name is a person, and is called so everywhere', async () => {
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

test('a chat out of a messenger has its people, and the owner under a decorated name', async () => {
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
  assert.deepEqual(tasks, ['Buy candles']);
  const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
  assert.ok(!body.some(({ content }: Json) => /shellfish/.test(content)));
});

test('a text of thousands of short lines is stored whole', async () => {
  const { id } = await create('A: b\n'.repeat(9_000), { text_source: 'message' });
  const { body } = await key.call('GET', `${PATH}/${id}?include_transcript=true`);
  assert.equal(body.transcript_segments.length, 9_000);
});

test('a session that was merged is found as what it became part of', async () => {
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

test('a short text is never discarded, an impossible one is refused in words', async () => {
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

test('lines with names are lines of speakers', () => {
  const made = transcriptOfText('Ana: Hi!\nBen Doe: Hello.\nHow are you?\nAna: Fine.', 'Ana');
  assert.deepEqual(
    made.map(({ speaker_id, is_user, text }) => [speaker_id, is_user, text]),
    [
      [0, true, 'Hi!'],
      [1, false, 'Hello.'],
      [1, false, 'How are you?'],
      [0, true, 'Fine.'],
    ],
  );
  assert.ok(transcriptOfText('Note: buy milk', 'Ana')[0]!.is_user);
});

test('no word of a text is lost, and its times follow each other', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\w.!? ]{1,900}$/), { maxLength: 8 }), (lines) => {
      const text = lines.join('\n');
      const made = transcriptOfText(text, null);
      const letters = (given: string) => given.replace(/\s/g, '');
      assert.equal(letters(made.map((segment) => segment.text).join('')), letters(text));
      for (const [index, { start, end, text: words }] of made.entries()) {
        assert.equal(start, made[index - 1]?.end ?? 0);
        assert.ok(end > start && words.length <= 500);
      }
    }),
  );
});

test('a client session creates once, also when it is sent again after a deletion', async () => {
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

test('every impossible segment is named with its index', async () => {
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

test('a conversation is renamed, discarded, brought back and deleted', async () => {
  const { id } = await create();
  const patch = (body: object) => key.call('PATCH', `${PATH}/${id}`, body);
  const listed = async () =>
    (await key.call('GET', `${PATH}?limit=100`)).body.some((each: Json) => each.id === id);
  assert.equal((await patch({ title: ' At the bank ' })).body.structured.title, 'At the bank');
  await patch({ discarded: true });
  assert.equal(await listed(), false);
  await patch({ discarded: false });
  assert.equal(await listed(), true);
  const empty = await patch({});
  assert.deepEqual(
    [empty.status, empty.body.detail],
    [422, 'At least one field (title or discarded) must be provided'],
  );
  assert.equal((await patch({ status: 'failed' })).status, 422);
  await key.call('DELETE', `${PATH}/${id}`);
  assert.equal((await key.call('DELETE', `${PATH}/${id}`)).status, 404);
  assert.equal((await patch({ title: 'x' })).status, 404);
});

test('deleting keeps what was learnt, unless it shall go too', async () => {
  const { id } = await create('I was born in Coimbra. I need to water the roses tomorrow.');
  const learnt = async (path: string) =>
    (await key.call('GET', `/v1/dev/user/${path}?limit=1000`)).body as Json[];
  const rose = (items: Json[]) => items.find(({ description }) => /roses/.test(description));
  assert.equal(rose(await learnt('action-items'))!.conversation_id, id);
  assert.deepEqual((await own('DELETE', id)).body, { status: 'Ok' });
  assert.equal(rose(await learnt('action-items'))!.conversation_id, null);
  assert.ok((await learnt('memories')).some(({ content }) => /Coimbra/.test(content)));

  const second = await create('I was born in Setúbal. I need to prune the vines tomorrow.');
  await own('DELETE', `${second.id}?cascade=true`);
  assert.ok(!(await learnt('memories')).some(({ content }) => /Setúbal/.test(content)));
  assert.ok(!(await learnt('action-items')).some(({ description }) => /vines/.test(description)));
});

test('the user’s own apps list, count, star, share and correct', async () => {
  const { id } = await create('I bought a blue kayak. It is made of wood.');
  assert.equal(
    (await own('PATCH', `${id}/title?title=Kayak`)).body.conversation.structured.title,
    'Kayak',
  );
  assert.deepEqual((await own('PATCH', `${id}/starred?starred=true`)).body, { status: 'Ok' });
  const starred = (await service.owner.call('GET', `${OWN}?starred=true`)).body;
  assert.deepEqual(
    starred.map((each: Json) => each.id),
    [id],
  );
  assert.deepEqual((await own('GET', 'count?starred=true')).body, { count: 1 });
  assert.equal((await service.owner.call('GET', `${OWN}?statuses=odd`)).status, 400);
  const wrongOrder = 'start_date=2026-02-02&end_date=2026-01-01';
  assert.equal((await service.owner.call('GET', `${OWN}?${wrongOrder}`)).status, 400);

  const shared = () => request(service.url, 'GET', `${OWN}/${id}/shared`);
  const hidden = await shared();
  assert.deepEqual([hidden.status, hidden.body.detail], [404, 'Conversation is private']);
  await own('PATCH', `${id}/visibility?value=shared`);
  assert.match((await shared()).body.transcript_segments[0].text, /kayak/);
  assert.equal((await own('PATCH', `${id}/visibility?value=everybody`)).status, 422);

  const segment = (await get(id)).transcript_segments[0];
  const correct = (segment_id: string) =>
    own('PATCH', `${id}/segments/text`, { segment_id, text: 'I bought a green kayak.' });
  assert.equal((await correct(segment.id)).status, 200);
  assert.equal((await correct(crypto.randomUUID())).status, 404);
  assert.match((await get(id)).transcript_segments[0].text, /green/);
  await own('PATCH', `${id}/summary`, { content: 'A kayak was bought.' });
  assert.equal((await get(id)).structured.overview, 'A kayak was bought.');
  await own('PATCH', `${id}/summary`, { app_id: 'poet', content: 'O kayak!' });
  assert.deepEqual((await get(id)).apps_results, [{ app_id: 'poet', content: 'O kayak!' }]);
});

test('speakers are told apart by segment, by number and in bulk', async () => {
  const { id } = (await fromSegments({ transcript_segments: segments('Hi.', 'Hello.', 'Bye.') }))
    .body;
  const users = (conversation: Json) =>
    conversation.transcript_segments.map(({ is_user }: Json) => is_user);
  const path = `${id}/segments`;
  const single = await own('PATCH', `${path}/1/assign?assign_type=is_user&value=true`);
  assert.deepEqual(users(single.body), [true, true, true]);
  const speaker = await own('PATCH', `${id}/assign-speaker/0?assign_type=is_user&value=false`);
  assert.deepEqual(users(speaker.body), [false, true, false]);
  const ids = single.body.transcript_segments.map((each: Json) => each.id);
  const bulk = (segment_ids: string[], assign_type = 'is_user') =>
    own('PATCH', `${path}/assign-bulk`, { segment_ids, assign_type, value: true });
  assert.deepEqual(users((await bulk([ids[0], ids[2]])).body), [true, true, true]);
  assert.equal((await bulk([ids[0], 'nobody'])).status, 409);
  assert.equal((await bulk(ids, 'mood')).status, 400);
  assert.equal((await own('PATCH', `${path}/9/assign?assign_type=is_user&value=true`)).status, 404);
  assert.equal((await own('PATCH', `${path}/x/assign?assign_type=is_user&value=true`)).status, 422);
});

test('events and action items are reached by their place in the conversation', async () => {
  const { id } = (
    await fromSegments({
      transcript_segments: segments(
        'Can we meet on Friday at 3 pm for the budget review?',
        'Friday at 3 works for me. See you then.',
        'Great. I need to call the bank tomorrow.',
      ),
    })
  ).body;
  const { structured } = await get(id);
  assert.equal(structured.events.length, 1);
  await own('PATCH', `${id}/events`, { events_idx: [0], values: [true] });
  assert.equal((await get(id)).structured.events[0].created, true);
  const uneven = await own('PATCH', `${id}/events`, { events_idx: [0], values: [] });
  assert.equal(uneven.status, 422);
  const old_description = structured.action_items[0].description;
  await own('PATCH', `${id}/action-items/0`, { old_description, description: 'Ring the bank' });
  await own('PATCH', `${id}/action-items`, { items_idx: [0], values: [true] });
  const [item] = (await get(id)).structured.action_items;
  assert.deepEqual([item.description, item.completed], ['Ring the bank', true]);
  const remove = () =>
    own('DELETE', `${id}/action-items`, { description: 'Ring the bank', completed: true });
  assert.equal((await remove()).status, 200);
  assert.equal((await remove()).status, 404);
});

test('a conversation is understood anew after a correction', async () => {
  const { id } = await create('I live in Faro.');
  const [segment] = (await get(id)).transcript_segments;
  await own('PATCH', `${id}/segments/text`, {
    segment_id: segment.id,
    text: 'I need to book the ferry to Tavira.',
  });
  const { status, body } = await own('POST', `${id}/reprocess`, {});
  assert.equal(status, 200);
  assert.match(body.structured.action_items[0].description, /ferry/);
});

test('what the user did with tasks survives another understanding, and memories stay few', async () => {
  const { id } = await create(
    'I need to renew my passport. I need to book the ferry to Tavira. I have to call the ' +
      'bank. I live in Faro. I work as a nurse. I have two cats. I am allergic to peanuts. I ' +
      'speak Danish.',
  );
  const tasks = async () =>
    (await get(id)).structured.action_items.map(({ description, completed }: Json) => ({
      description,
      completed,
    }));
  const memories = async () => {
    const { body } = await service.owner.call('GET', '/v3/memories?limit=100');
    return body.filter(({ conversation_id }: Json) => conversation_id === id).length;
  };
  const [learnt, [passport, ferry]] = [await memories(), await tasks()];
  await own('PATCH', `${id}/action-items`, { items_idx: [0], values: [true] });
  await own('PATCH', `${id}/action-items/1`, {
    old_description: ferry.description,
    description: `${ferry.description} and back`,
  });
  assert.equal((await own('POST', `${id}/reprocess`, {})).status, 200);
  const after = await tasks();
  assert.equal(after.length, 3, JSON.stringify(after));
  assert.ok(
    after.some(
      ({ description, completed }: Json) => completed && description === passport.description,
    ),
  );
  assert.ok(after.some(({ description }: Json) => description.endsWith('and back')));
  assert.equal(await memories(), learnt);
});

test('conversations are merged in the order of time, and nothing of them is lost', async () => {
  const first = await create('I live in Lagos.', { started_at: '2026-03-06T10:00:00Z' });
  const second = await create('I have a sister called Rita.', {
    started_at: '2026-03-06T10:10:00Z',
  });
  const { status, body } = await service.owner.call('POST', `${OWN}/merge`, {
    conversation_ids: [second.id, first.id],
  });
  assert.equal(status, 200);
  const { conversation } = body;
  assert.deepEqual(
    conversation.transcript_segments.map(({ text, start, speaker_id }: Json) => [
      text,
      start,
      speaker_id,
    ]),
    [
      ['I live in Lagos.', 0, 0],
      ['I have a sister called Rita.', 600, 1],
    ],
  );
  assert.equal((await own('GET', first.id)).status, 404);
  const memories = (await key.call('GET', '/v1/dev/user/memories?limit=1000')).body as Json[];
  const rita = memories.find(({ content }) => /Rita/.test(content))!;
  const detail = await key.call('GET', `/v1/dev/user/memories/${rita.id}`);
  assert.equal(detail.body.conversation_id, conversation.id);
  const merge = (conversation_ids: string[]) =>
    service.owner.call('POST', `${OWN}/merge`, { conversation_ids });
  assert.equal((await merge([first.id, second.id])).status, 404);
  assert.equal((await merge([conversation.id, conversation.id])).status, 422);
});

test('a transcript is downloaded in every format', async () => {
  const { id } = (
    await fromSegments({
      transcript_segments: segments('Is 1 < 2?', 'Yes --> surely.'),
      started_at: '2026-03-07T10:00:00Z',
    })
  ).body;
  const download = async (format: string) => {
    const response = await fetch(
      new URL(`${PATH}/${id}/transcript?format=${format}`, service.url),
      {
        headers: { Authorization: `Bearer ${key.key}` },
      },
    );
    const disposition = response.headers.get('content-disposition') ?? '';
    assert.match(
      disposition,
      new RegExp(`^attachment; filename="conversation-2026-03-07-.*\\.${format}"$`),
    );
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  assert.match(
    (await download('txt')).text,
    /^\[0:00\] .+: Is 1 < 2\?\n\[0:03\] Speaker 1: Yes --> surely\.\n$/,
  );
  assert.match((await download('md')).text, /^# .+\n\n\*2026-03-07T10:00:00.000Z\*/);
  assert.match(
    (await download('srt')).text,
    /^1\n00:00:00,000 --> 00:00:03,000\n.+: Is 1 < 2\?\n\n2\n/,
  );
  const vtt = await download('vtt');
  assert.equal(vtt.type, 'text/vtt; charset=utf-8');
  assert.match(vtt.text, /^WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n<v .+>Is 1 &lt; 2\?\n/);
  assert.ok(!vtt.text.includes('--> surely'));
  assert.equal(JSON.parse((await download('json')).text).segments.length, 2);
  assert.equal((await key.call('GET', `${PATH}/${id}/transcript?format=pdf`)).status, 422);
});

test('what is not there or not theirs is 404 on every route', async () => {
  for (const id of ['nonsense', crypto.randomUUID()]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '/title?title=x', {}],
      ['PATCH', '/starred?starred=true', {}],
      ['PATCH', '/events', { events_idx: [], values: [] }],
      ['PATCH', '/assign-speaker/0?assign_type=is_user&value=true', {}],
      ['POST', '/reprocess', {}],
      ['GET', '/transcript', undefined],
      ['GET', '/shared', undefined],
    ] as const) {
      const { status } = await own(method, `${id}${path}`, body);
      assert.equal(status, 404, `${method} ${path}`);
    }
  }
});
