import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { spoken } from '../../../testing/speech/spoken.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { end, listen, say, voicedService } from '../../../testing/speech/voiced-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';
const PIANO = 'I play the piano every evening, when the children are asleep.';
const BERLIN = 'I live in Berlin with my brother and his cat, close to the river.';
const BAKER = 'The baker around the corner has the best bread in the whole town.';
const SEPARATES = { capabilities: { diarization: true } };
const PEOPLE = '/v1/users/people';

const add = async ({ owner }: TestService, name: string): Promise<Json> =>
  (await owner.call('POST', PEOPLE, { name })).body;
const person = async ({ owner }: TestService, id: string): Promise<Json> =>
  (await owner.call('GET', `${PEOPLE}/${id}`)).body;
const names = ({ transcript_segments }: Json): string[] =>
  transcript_segments.map(({ speaker_name }: Json) => speaker_name);
const assign = (service: TestService, { id }: Json, speaker_id: number, person_id: string) =>
  service.owner.call(
    'PATCH',
    `/v1/conversations/${id}/assign-speaker/${speaker_id}?assign_type=person_id&value=${person_id}`,
  );

/**
 * Makes two conversations. In the first, the speaker is assigned; in the second, the speaker has
 * another number.
 */
async function twoTalks() {
  const first = await spoken([
    ['rms', PILOT, 0],
    ['slt', NURSE, 1],
    ['rms', BERLIN, 0],
  ]);
  const second = await spoken([
    ['slt', PIANO, 0],
    ['rms', BAKER, 3],
    ['slt', NURSE, 0],
    ['rms', 'Let us go there.', 3],
  ]);
  return { first, second, heard: [first, second, second] };
}

test('a person who was assigned once is suggested later, and forgotten after deletion', async () => {
  const { first, second, heard } = await twoTalks();
  await using service = await voicedService({
    heard: [...heard, second, second],
    script: SEPARATES,
  });
  const ana = await add(service, 'Ana');
  let conversation: Json;
  {
    await using listener = await listen(service);
    await say(listener, first);
    conversation = await end(service);
  }
  await assign(service, conversation, 0, ana.id);
  const known = await person(service, ana.id);
  assert.ok(known.voice_seconds > 3, String(known.voice_seconds));
  assert.deepEqual(known.speech_sample_transcripts, [BERLIN, PILOT]);
  {
    await using listener = await listen(service);
    await say(listener, second);
    const { speaker_id, person_id, person_name, segment_id } = await listener.event(
      'speaker_label_suggestion',
    );
    assert.deepEqual([speaker_id, person_id, person_name], [3, ana.id, 'Ana']);
    // More words may still arrive.
    await listener.until(() => listener.segments.has(segment_id));
    assert.match(listener.segments.get(segment_id).text, /baker|go there/);
    assert.ok(!names(await end(service)).includes('Ana'), 'a suggestion assigns nobody');
  }
  await service.owner.call('DELETE', `${PEOPLE}/${ana.id}`);
  const { db } = service.service.parts;
  assert.deepEqual(await db.selectFrom('person_prints').selectAll().execute(), []);
  await using listener = await listen(service);
  await say(listener, second);
  await end(service);
  assert.ok(!listener.events.some(({ type }) => type === 'speaker_label_suggestion'));
});

test('automatic assignment names a speaker immediately, including earlier words', async () => {
  const { first, second, heard } = await twoTalks();
  await using service = await voicedService({ heard, script: SEPARATES });
  const ana = await add(service, 'Ana');
  {
    await using listener = await listen(service);
    await say(listener, first);
    listener.say({ type: 'speaker_assigned', speaker_id: 0, person_id: ana.id });
    await listener.until(() =>
      [...listener.segments.values()].some(({ speaker_name }) => speaker_name === 'Ana'),
    );
    await end(service);
  }
  const { voice_seconds } = await person(service, ana.id);
  await using listener = await listen(service, { speaker_auto_assign: 'enabled' });
  await say(listener, second);
  assert.deepEqual(names(await end(service)), ['Speaker 0', 'Ana', 'Speaker 0', 'Ana']);
  const after = await person(service, ana.id);
  assert.equal(after.voice_seconds, voice_seconds, 'what was only recognised teaches nothing');
});

test('a wrong assignment of a voice can be undone', async () => {
  const { first, heard } = await twoTalks();
  await using service = await voicedService({ heard, script: SEPARATES });
  const [ana, rui] = [await add(service, 'Ana'), await add(service, 'Rui')];
  await using listener = await listen(service);
  await say(listener, first);
  const conversation = await end(service);
  const seconds = async () => [
    (await person(service, ana.id)).voice_seconds > 0,
    (await person(service, rui.id)).voice_seconds > 0,
  ];
  await assign(service, conversation, 0, ana.id);
  assert.deepEqual(await seconds(), [true, false]);
  await assign(service, conversation, 0, rui.id);
  assert.deepEqual(await seconds(), [false, true]);
  const one = `/v1/conversations/${conversation.id}/segments/0/assign`;
  await service.owner.call('PATCH', `${one}?assign_type=is_user&value=true`);
  await assign(service, conversation, 1, ana.id);
  assert.deepEqual(await seconds(), [true, false], 'a speaker who is two people is no voice');
  const expand = '/v3/speech-profile/expand';
  assert.deepEqual((await service.owner.call('GET', expand)).body, []);
  const forget = () =>
    service.owner.call('DELETE', `${expand}?memory_id=${conversation.id}&person_id=${ana.id}`);
  assert.deepEqual((await forget()).body, { status: 'ok' });
  assert.equal((await forget()).status, 404);
  await service.owner.call('DELETE', `/v1/conversations/${conversation.id}?cascade=true`);
  assert.deepEqual(await seconds(), [false, false], 'with the conversation, if that is wanted');
});

test('people are recognised even without labels', async () => {
  const first = await spoken([
    ['rms', PILOT],
    ['rms', BERLIN],
    ['rms', BAKER],
  ]);
  const second = await spoken([
    ['slt', NURSE],
    ['rms', 'My father was a fisherman, and his father was a fisherman too.'],
    ['kal16', PIANO],
    ['rms', 'They went out every night, and came back in the morning.'],
  ]);
  await using service = await voicedService({ heard: [first, second, second], profile: 'slt' });
  const rui = await add(service, 'Rui');
  {
    await using listener = await listen(service, { include_speech_profile: 'false' });
    await say(listener, first);
    const conversation = await end(service);
    await assign(service, conversation, 0, rui.id);
  }
  await using listener = await listen(service, { speaker_auto_assign: 'enabled' });
  await say(listener, second);
  assert.deepEqual(names(await end(service)), ['Owner', 'Rui', 'Speaker 2', 'Rui']);
});

test('each voice is one speaker, even after a reconnection', async () => {
  const first = await spoken([
    ['rms', PILOT],
    ['slt', NURSE],
    ['rms', BERLIN],
    ['kal16', BAKER],
  ]);
  const second = await spoken([
    ['kal16', PIANO],
    ['rms', 'Let us go there on the way home.'],
  ]);
  const heard = [first, second];
  await using service = await voicedService({ heard, profile: 'slt' });
  {
    await using listener = await listen(service);
    await say(listener, first);
    await listener.until(() => listener.segments.size === 4);
  }
  await eventually('four voiceprints', async () => {
    const stored = service.service.parts.db.selectFrom('segment_prints').select('segment_id');
    return (await stored.execute()).length === 4;
  });
  await using listener = await listen(service);
  await say(listener, second);
  const { transcript_segments } = await end(service);
  const saidBy = (text: string) => {
    const segment = transcript_segments.find((each: Json) => each.text.includes(text));
    return [segment.speaker_id, segment.is_user];
  };
  assert.deepEqual([PILOT, NURSE, BERLIN, BAKER, PIANO, 'on the way home'].map(saidBy), [
    [1, false],
    [0, true],
    [1, false],
    [2, false],
    [2, false],
    [1, false],
  ]);
});

test('an introduced name is suggested, or assigned automatically if enabled', async () => {
  const lines = [
    ['rms', 'Good morning, I am Rui.', 0],
    ['slt', 'And my name is Ana Lima.', 1],
    ['rms', PILOT, 0],
  ] as const;
  const talk = await spoken(lines);
  // The words differ, because equal words at the same time would be stored once.
  const later = await spoken([
    ['rms', 'Hello there, my name is Rui.', 0],
    ['slt', 'Good evening, my name is Ana Lima.', 1],
    ['rms', BAKER, 0],
  ]);
  await using service = await voicedService({ heard: [talk, later, later], script: SEPARATES });
  const rui = await add(service, 'Rui');
  {
    await using listener = await listen(service);
    await say(listener, talk);
    const ana = await listener.event(
      'speaker_label_suggestion',
      ({ person_name }) => person_name === 'Ana Lima',
    );
    assert.deepEqual([ana.speaker_id, ana.person_id], [1, null]);
    const known = await listener.event(
      'speaker_label_suggestion',
      ({ person_name }) => person_name === 'Rui',
    );
    assert.deepEqual([known.speaker_id, known.person_id], [0, rui.id]);
    assert.deepEqual(names(await end(service)), ['Speaker 0', 'Speaker 1', 'Speaker 0']);
  }
  await using listener = await listen(service, { speaker_auto_assign: 'enabled' });
  await say(listener, later);
  assert.deepEqual(names(await end(service)), ['Rui', 'Ana Lima', 'Rui']);
  const people: Json[] = (await service.owner.call('GET', PEOPLE)).body;
  assert.deepEqual(people.map(({ name }) => name).toSorted(), ['Ana Lima', 'Rui']);
});
