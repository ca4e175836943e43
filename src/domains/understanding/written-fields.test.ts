/** Fields that the user sets are stored unchanged. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const DEV = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write', 'memories:read']);
});
after(() => service[Symbol.asyncDispose]());

async function create(text: string, more: object = {}): Promise<string> {
  const { body } = await key.call('POST', DEV, { text, ...more });
  assert.equal(body.status, 'completed');
  return body.id;
}

const own = async (id: string): Promise<Json> =>
  (await service.owner.call('GET', `/v1/conversations/${id}`)).body;

async function ok(method: string, path: string, body?: object): Promise<Json> {
  const answer = await service.owner.call(method, path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

const linesOf = ({ transcript_segments }: Json): [string, string][] =>
  transcript_segments.map(({ speaker_name, text }: Json) => [speaker_name, text]);

const TALK = 'I met Ana. We will meet again on Friday at ten at the boathouse to plan the regatta.';

test('a title from a program stays when the conversation is processed again', async () => {
  const id = await create(TALK);
  await key.call('PATCH', `${DEV}/${id}`, { title: 'Regatta' });
  const again = await ok('POST', `/v1/conversations/${id}/reprocess`);
  assert.equal(again.structured.title, 'Regatta');
  assert.equal((await own(id)).structured.title, 'Regatta');
});

test('a title and an overview from the owner stay when the conversation is processed again', async () => {
  const id = await create(TALK);
  const before = (await own(id)).structured;
  await ok('PATCH', `/v1/conversations/${id}/title?title=Regatta%20plans`);
  await ok('PATCH', `/v1/conversations/${id}/summary`, { content: 'All about boats.' });
  const { structured } = await ok('POST', `/v1/conversations/${id}/reprocess`);
  assert.deepEqual([structured.title, structured.overview], ['Regatta plans', 'All about boats.']);
  assert.deepEqual(structured.events, before.events);
});

test('a result that the user wrote stays until the template is requested', async () => {
  const id = await create(TALK);
  const app_id = 'plain-summary';
  await ok('PATCH', `/v1/summary-templates/${app_id}`, { runs: 'always' });
  await ok('PATCH', `/v1/conversations/${id}/summary`, { content: 'Mine.', app_id });
  const again = await ok('POST', `/v1/conversations/${id}/reprocess`);
  assert.deepEqual(again.apps_results, [{ app_id, content: 'Mine.' }]);
  const fresh = await ok('POST', `/v1/conversations/${id}/summaries`, { template_id: app_id });
  assert.notEqual(fresh.content, 'Mine.');
  await ok('PATCH', `/v1/summary-templates/${app_id}`, { runs: 'on_demand' });
});

test('a conversation that was removed from its folder stays out of it', async () => {
  const id = await create(TALK);
  const { category: category_mapping } = (await own(id)).structured;
  const folder = await ok('POST', '/v1/folders', { name: 'Boats', category_mapping });
  await ok('PATCH', `/v1/conversations/${id}/folder`, { folder_id: folder.id });
  await ok('PATCH', `/v1/conversations/${id}/folder`, { folder_id: null });
  const again = await ok('POST', `/v1/conversations/${id}/reprocess`);
  assert.equal(again.folder_id, null);
});

test('an event that is in the calendar keeps its mark', async () => {
  const id = await create('I have a dentist appointment on Friday at 3 pm.');
  const { events } = (await own(id)).structured;
  assert.equal(events.length, 1, 'the text has an event');
  await ok('PATCH', `/v1/conversations/${id}/events`, { events_idx: [0], values: [true] });
  const again = await ok('POST', `/v1/conversations/${id}/reprocess`);
  assert.equal(again.structured.events[0].created, true);
});

test('a list with labels keeps its labels and has no speakers', async () => {
  for (const text of [
    'TODO: call Ana',
    'TODO: call Ana\nNote: buy milk\nIdea: a boat of oak',
    'Monday: call Ana\nTuesday: buy milk\nWednesday: rest',
    'Milk: 2\nBread: 1\nMilk: low fat',
  ]) {
    const { transcript_segments } = await own(await create(text));
    assert.equal(transcript_segments.map((each: Json) => each.text).join('\n'), text);
    assert.ok(transcript_segments.every(({ is_user }: Json) => is_user));
  }
});

test('a dialogue is split into its speakers, who are named by their labels', async () => {
  const said = 'Ana: Hello!\nBen Doe: Good morning.\nAna: How was the regatta?\nBen Doe: Windy.';
  assert.deepEqual(linesOf(await own(await create(said))), [
    ['Ana', 'Hello!'],
    ['Ben Doe', 'Good morning.'],
    ['Ana', 'How was the regatta?'],
    ['Ben Doe', 'Windy.'],
  ]);
  const short = await create('Ana: Hello!\nBen: Bye.', { text_source: 'audio_transcript' });
  assert.deepEqual(linesOf(await own(short)), [
    ['Ana', 'Hello!'],
    ['Ben', 'Bye.'],
  ]);
});

test('times in answers are whole milliseconds', async () => {
  const id = await create('One two three four five six seven. '.repeat(60));
  const odd = [0.1 + 0.2, 1.1 * 3, 5.6000000000000005];
  const { body } = await key.call('POST', `${DEV}/from-segments`, {
    transcript_segments: odd.map((start) => ({ text: 'Hello there', start, end: start + 0.7 })),
  });
  for (const each of [await own(id), await own(body.id)]) {
    for (const { start, end } of each.transcript_segments) {
      assert.ok(String(start).length < 9 && String(end).length < 9, `${start} ${end}`);
    }
  }
});

test('words from a client without times get increasing times', async () => {
  await using listener = await Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    custom_stt: 'enabled',
  });
  const texts = [
    'We plan the regatta on Friday',
    'and I bring the sails and the soup',
    'see you there',
  ];
  for (const text of texts) {
    const segment = { text, start: 0, end: 0, is_user: false };
    listener.say({
      type: 'suggested_transcript',
      segments: [{ ...segment, speaker_id: texts.indexOf(text) }],
    });
  }
  await listener.until(() => listener.segments.size >= 3);
  const { body } = await service.owner.call('GET', '/v1/conversations?statuses=in_progress');
  const { transcript_segments: heard } = await own(body[0].id);
  for (const [index, { start, end, text }] of heard.entries()) {
    assert.equal(text, texts[index]);
    assert.ok(end > start && start >= (heard[index - 1]?.end ?? 0), JSON.stringify(heard));
  }
});
