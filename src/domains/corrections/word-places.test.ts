import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const own = async (method: string, path: string, body?: unknown): Promise<Json> =>
  (await service.owner.call(method, path, body)).body;
const places = (query: Record<string, string>) =>
  own('GET', `/v1/words/places?${new URLSearchParams(query)}`);
const replace = (body: object) => own('POST', '/v1/words/replace', body);

async function talk(...texts: string[]): Promise<string> {
  const transcript_segments = texts.map((text, at) => ({
    text,
    speaker_id: at % 2,
    start: at * 3,
    end: at * 3 + 2,
  }));
  const { id } = await own('POST', '/v1/conversations/from-segments', { transcript_segments });
  await eventually('the talk to be understood', async () => {
    const { status } = await own('GET', `/v1/conversations/${id}`);
    return status === 'completed';
  });
  return id;
}

test('a wrong name is replaced in words, notes, tasks and memories, and all of it is undone', async () => {
  const here = await talk('I asked Tomasz about the boat.', 'And what did Tomasz say?');
  const there = await talk('The oars belong to Tomasz, 100% sure.', 'Good.');
  await own('PATCH', `/v1/conversations/${here}/title`, { title: 'A' });
  await service.owner.call(
    'PATCH',
    `/v1/conversations/${here}/title?title=Tomasz%20and%20the%20boat`,
  );
  await own('PATCH', `/v1/conversations/${here}/summary`, { content: 'TOMASZ has it. Tomaszek.' });
  const task = await own('POST', '/v1/action-items', { description: 'Call Tomasz’s wife' });
  const fact = await own('POST', '/v3/memories', { content: 'Sails with Tomasz' });
  const change = { from: 'Tomasz', to: 'Thomas' };
  const read = async () => ({
    here: (await own('GET', `/v1/conversations/${here}`)) as Json,
    there: (await own('GET', `/v1/conversations/${there}`)) as Json,
  });
  const textsOf = ({ transcript_segments }: Json) =>
    transcript_segments.map(({ text }: Json) => text);
  const before = await read();

  const counted = await places(change);
  assert.equal(counted.words, 3);
  assert.equal(counted.tasks, 1);
  assert.equal(counted.memories, 1);
  assert.ok(counted.notes >= 2, JSON.stringify(counted));
  assert.equal(counted.total, 5 + counted.notes);
  const only = await places({ ...change, conversation_id: here });
  assert.deepEqual([only.words, only.tasks, only.memories], [2, 0, 0]);

  const done = await replace(change);
  assert.deepEqual(done.places, counted);
  const after = await read();
  assert.deepEqual(textsOf(after.here), [
    'I asked Thomas about the boat.',
    'And what did Thomas say?',
  ]);
  assert.deepEqual(textsOf(after.there)[0], 'The oars belong to Thomas, 100% sure.');
  assert.equal(after.here.structured.title, 'Thomas and the boat');
  assert.equal(after.here.structured.overview, 'Thomas has it. Tomaszek.');
  const wordsOf = async () => [
    (await own('GET', `/v1/action-items/${task.id}`)).description,
    (await own('GET', '/v3/memories')).find(({ id }: Json) => id === fact.id).content,
  ];
  assert.deepEqual(await wordsOf(), ['Call Thomas’s wife', 'Sails with Thomas']);
  assert.equal((await places(change)).total, 0);
  const { words } = await own('GET', '/v1/users/me/vocabulary');
  assert.deepEqual(
    words.map(({ word }: Json) => word),
    ['Thomas'],
  );

  await replace({ from: 'Thomas', to: 'Tomasz', only: done.changed });
  const undone = await read();
  assert.deepEqual(
    [textsOf(undone.here), textsOf(undone.there)],
    [textsOf(before.here), textsOf(before.there)],
  );
  assert.deepEqual(await wordsOf(), ['Call Tomasz’s wife', 'Sails with Tomasz']);
});

test('a longer name is not added to itself, and nonsense is refused', async () => {
  const id = await talk('Ana Reis and Ana went.', 'Fine, 50%_ done.');
  assert.equal(
    (await replace({ from: 'Ana', to: 'Ana Reis', conversation_id: id })).places.words,
    1,
  );
  const { transcript_segments } = await own('GET', `/v1/conversations/${id}`);
  assert.equal(transcript_segments[0].text, 'Ana Reis and Ana Reis went.');
  assert.equal((await places({ from: '%_', to: 'x' })).detail !== undefined, true);
  assert.equal((await places({ from: 'F_ne', to: 'x' })).total, 0);
  for (const body of [
    { from: 'same', to: 'same' },
    { from: '', to: 'a' },
    { from: 'a'.repeat(201), to: 'b' },
  ]) {
    const { status } = await service.owner.call('POST', '/v1/words/replace', body);
    assert.equal(status, 422, JSON.stringify(body));
  }
  const { status } = await service.owner.call(
    'GET',
    '/v1/words/places?from=a&to=b&conversation_id=no',
  );
  assert.equal(status, 404);
});
