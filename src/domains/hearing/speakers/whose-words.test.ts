/** Tests that the voices of a conversation are told apart, and learned when they are named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../testing/clients/api-user.ts';
import { spoken } from '../../../testing/speech/spoken.ts';
import { end, listen, say, voicedService } from '../../../testing/speech/voiced-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';
const PIANO = 'I play the piano every evening, when the children are asleep.';
const BERLIN = 'I live in Berlin with my brother and his cat, close to the river.';
const BAKER = 'The baker around the corner has the best bread in the whole town.';

test('a segment ends where the voice changes, and each stranger has one number', async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
    ['kal16', BAKER],
    ['slt', PIANO],
    ['rms', BERLIN],
  ]);
  await using service = await voicedService({ heard: [talk], profile: 'slt' });
  const { voice_check } = (await (await fetch(`${service.url}/readyz`)).json()) as Json;
  assert.ok(voice_check.measured.some(({ data }: Json) => data === 'unseen'));
  await using listener = await listen(service);
  await say(listener, talk);
  const { id, transcript_segments: segments } = await end(service);
  assert.deepEqual(
    segments.map((each: Json) => [each.text, each.speaker_id, each.speaker_name]),
    [
      [NURSE, 0, 'Owner'],
      [PILOT, 1, 'Speaker 1'],
      [BAKER, 2, 'Speaker 2'],
      [PIANO, 0, 'Owner'],
      [BERLIN, 1, 'Speaker 1'],
    ],
  );
  const people = '/v1/users/people';
  const { body: ana } = await service.owner.call('POST', people, { name: 'Ana' });
  const { body } = await service.owner.call(
    'PATCH',
    `/v1/conversations/${id}/assign-speaker/1?assign_type=person_id&value=${ana.id}`,
  );
  const named = body.transcript_segments.filter((each: Json) => each.speaker_name === 'Ana');
  assert.deepEqual(
    named.map(({ text }: Json) => text),
    [PILOT, BERLIN],
  );
  const known = (await service.owner.call('GET', `${people}/${ana.id}`)).body;
  assert.ok(known.voice_seconds > 5, 'all her words teach her voice');
  assert.doesNotMatch(JSON.stringify([segments, known]), /statistics|print|vector/);
});
