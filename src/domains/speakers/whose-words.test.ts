/**
 * Tests without a voice encoder: which words are certainly, probably or not the user's, and the
 * effects of this decision.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { spoken } from '../../testing/speech/spoken.ts';
import { end, listen, say, voicedService } from '../../testing/speech/voiced-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';
const PIANO = 'I play the piano every evening, when the children are asleep.';
const BERLIN = 'I live in Berlin with my brother and his cat, close to the river.';
const BAKER = 'The baker around the corner has the best bread in the whole town.';

test('a segment ends where the voice changes, and two unknown voices are not one person', async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
    ['awb', BAKER],
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
      [PILOT, 1, '?'],
      [BAKER, 2, '?'],
      [PIANO, 0, 'Owner'],
      [BERLIN, 3, '?'],
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
    [PILOT],
  );
  const known = (await service.owner.call('GET', `${people}/${ana.id}`)).body;
  assert.ok(known.voice_seconds > 2 && known.voice_seconds < 5, 'one stretch teaches her voice');
});
