import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { silence } from '../../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { Listener } from '../../../testing/clients/listener.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const PEOPLE = '/v1/users/people';
let service: TestService;
let listener: Listener;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  listener = await open();
});
afterEach(() => listener[Symbol.asyncDispose]());

/** Opens a client that transcribes by itself, with a separate recording. */
async function open(parameters: Record<string, string> = {}): Promise<Listener> {
  await service.owner.call('POST', '/v1/conversations', {});
  const { token, id: uid } = service.owner;
  const opened = await Listener.open(service.url, {
    token,
    uid,
    custom_stt: 'enabled',
    ...parameters,
  });
  await opened.event('service_status', ({ status }) => status === 'ready');
  return opened;
}

const add = async (name: string): Promise<Json> =>
  (await service.owner.call('POST', PEOPLE, { name })).body;
let at = 0;
/** Sends words of a speaker; returns their segment after the service has sent it. */
async function hear(text: string, more: object = {}): Promise<Json> {
  // The words are further apart than the maximum gap within a segment.
  at += 40;
  const segment = { text, speaker_id: 1, start: at, end: at + 1, ...more };
  listener.say({ type: 'suggested_transcript', segments: [segment] });
  await listener.until(() => find(text) !== undefined);
  return find(text);
}
const find = (text: string): Json =>
  [...listener.segments.values()].find((segment) => segment.text === text);
const assign = (message: object) => listener.say({ type: 'speaker_assigned', ...message });
const called = (text: string, name: string) =>
  listener.until(() => find(text).speaker_name === name);
const ended = async (): Promise<Json[]> =>
  (await service.owner.call('POST', '/v1/conversations', {})).body.conversation.transcript_segments;

test("a live assignment names the speaker's earlier and later words, including stored ones", async () => {
  const ana = await add('Ana');
  await hear('Good morning.');
  await hear('Who is that?', { speaker_id: 2 });
  assign({ speaker_id: 1, person_id: ana.id });
  await called('Good morning.', 'Ana');
  assert.equal((await hear('It is me.')).speaker_name, 'Ana');
  assign({ speaker_id: 2, person_id: 'user', segment_ids: [find('Who is that?').id] });
  await called('Who is that?', 'Owner');
  assign({ speaker_id: 1, person_id: null });
  await called('It is me.', 'Speaker 1');
  assign({ speaker_id: 1, person_id: ana.id, segment_ids: [find('It is me.').id] });
  await called('It is me.', 'Ana');
  assert.deepEqual(
    (await ended()).map(({ text, speaker_name, is_user }) => [text, speaker_name, is_user]),
    [
      ['Good morning.', 'Speaker 1', false],
      ['Who is that?', 'Owner', true],
      ['It is me.', 'Ana', false],
    ],
  );
});

test('a new name creates a person, and a known name means the existing person', async () => {
  await hear('Hello, I am Rui.');
  assign({ speaker_id: 1, person_name: ' Rui ' });
  await called('Hello, I am Rui.', 'Rui');
  await hear('And I am Rui too.', { speaker_id: 2 });
  assign({ speaker_id: 2, person_name: 'RUI', person_id: crypto.randomUUID() });
  await called('And I am Rui too.', 'Rui');
  const named = (await service.owner.call('GET', PEOPLE)).body.filter(
    ({ name }: Json) => name.toLowerCase() === 'rui',
  );
  assert.equal(named.length, 1);
  assert.equal(find('Hello, I am Rui.').person_id, named[0].id);
});

test('an introduced name is suggested unless the user has assigned the speaker', async () => {
  const suggested = () =>
    listener.events.flatMap(({ type, person_name }) =>
      type === 'speaker_label_suggestion' ? [person_name] : [],
    );
  await hear('My name is Bea.');
  await listener.until(() => suggested().length > 0);
  const mia = await add('Mia');
  assign({ speaker_id: 1, person_id: mia.id });
  await called('My name is Bea.', 'Mia');
  await hear('My name is Zoe.');
  // A manual assignment makes the speaker unknown again, and this persists.
  assign({ speaker_id: 1, person_id: null });
  await called('My name is Zoe.', 'Speaker 1');
  await hear('My name is Eva.');
  await hear('My name is Tom.', { speaker_id: 2 });
  await listener.until(() => suggested().includes('Tom'));
  assert.deepEqual(suggested(), ['Bea', 'Tom']);
});

test('unknown people are ignored, and the words stay', async () => {
  await listener[Symbol.asyncDispose]();
  listener = await open({ create_speakers: 'false' });
  await hear('Can you hear me?');
  assign({ speaker_id: 1, person_id: crypto.randomUUID() });
  assign({ speaker_id: 1, person_id: 'nonsense' });
  assign({ speaker_id: 1, person_name: 'Nobody' });
  assign({ speaker_id: 'one', person_id: 'user' });
  const person_id = crypto.randomUUID();
  assert.equal((await hear('Loud and clear.', { person_id })).speaker_name, 'Speaker 1');
  assert.ok((await ended()).every((segment) => segment.person_id === null && !segment.is_user));
});

test('words of a person who is deleted in the meantime are stored without the name', async () => {
  const { id: person_id } = await add('Eva');
  assert.equal((await hear('I shall be gone.', { person_id })).speaker_name, 'Eva');
  assign({ speaker_id: 3, person_id });
  await hear('So shall I.', { speaker_id: 3 });
  await service.owner.call('DELETE', `${PEOPLE}/${person_id}`);
  assert.equal((await hear('Now it is so.', { person_id })).speaker_name, 'Speaker 1');
  assert.equal((await hear('For me too.', { speaker_id: 3 })).speaker_name, 'Speaker 3');
  assert.deepEqual(
    (await ended()).map((segment) => segment.person_id),
    [null, null, null, null],
  );
});

test('recognised words can be assigned, and later words get the name too', async () => {
  const utterances = [
    { text: 'This is a long story.', start: 0.5, end: 1 },
    { text: 'It goes on.', start: 1.5, end: 2 },
  ];
  await using hearing = await startService({
    recogniser: scriptedRecogniser({ utterances: () => utterances }),
  });
  const { token, id: uid } = hearing.owner;
  const person = (await hearing.owner.call('POST', PEOPLE, { name: 'Ana' })).body;
  await using device = await Listener.open(hearing.url, {
    token,
    uid,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  await device.stream(silence(1.2), { speed: 10 });
  await device.until(() => device.segments.size === 1);
  device.say({ type: 'speaker_assigned', speaker_id: 0, person_id: person.id });
  const first = () => [...device.segments.values()][0];
  await device.until(() => first().speaker_name === 'Ana');
  await device.stream(silence(1.5), { speed: 10 });
  await device.until(() => first().text.includes('goes on'));
  assert.deepEqual([first().speaker_name, first().is_user], ['Ana', false]);
});
