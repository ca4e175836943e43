import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Script } from '../../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { spoken } from '../../../testing/speech/spoken.ts';
import type { Spoken } from '../../../testing/speech/spoken.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { end, listen, say, voicedService } from '../../../testing/speech/voiced-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';
const PIANO = 'I play the piano every evening, when the children are asleep.';

const open = (heard: Spoken[], script: Partial<Script> = {}) =>
  voicedService({ heard, profile: 'slt', script });
const ended = async (service: TestService): Promise<Json[]> =>
  (await end(service)).transcript_segments;
const whose = (segments: Json[]) =>
  segments.map((each) => [each.text, each.speaker_id, each.is_user]);

test("with a profile, only words that are surely in the user's voice are the user's", async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
    ['slt', PIANO],
  ]);
  await using service = await open([talk]);
  await using listener = await listen(service);
  await say(listener, talk);
  const segments = await ended(service);
  assert.deepEqual(whose(segments), [
    [NURSE, 0, true],
    [PILOT, 1, false],
    [PIANO, 0, true],
  ]);
  assert.ok(segments.every((each) => each.speech_profile_processed));
});

test("without a profile, or if it is ignored, the first voice of a device is the user's", async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
  ]);
  // The words differ, because equal words at the same time would be stored once.
  const later = await spoken([
    ['slt', PIANO],
    ['rms', 'The train to Lisbon leaves at nine from the old station.'],
  ]);
  await using service = await voicedService({ heard: [talk, later, later], profile: 'slt' });
  {
    await using listener = await listen(service, { include_speech_profile: 'false' });
    await say(listener, talk);
    const segments = await ended(service);
    assert.deepEqual(whose(segments), [
      [NURSE, 0, true],
      [PILOT, 1, false],
    ]);
    assert.ok(segments.every((each) => !each.speech_profile_processed));
  }
  await service.owner.call('DELETE', '/v3/speech-profile');
  await using listener = await listen(service);
  await say(listener, later);
  const numbers = whose(await ended(service)).map(([, ...rest]) => rest);
  assert.deepEqual(numbers, [
    [0, true],
    [1, false],
  ]);
});

test("a short remark is the user's if nobody else has spoken", async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['slt', PIANO],
    ['slt', 'Buy milk.'],
    ['rms', PILOT],
    ['rms', 'I see.'],
  ]);
  await using service = await open([talk]);
  await using listener = await listen(service);
  await say(listener, talk);
  assert.deepEqual(whose(await ended(service)), [
    [`${NURSE} ${PIANO} Buy milk.`, 0, true],
    [`${PILOT} I see.`, 1, false],
  ]);
});

test('a separated speaker turns out to be the user, including earlier words', async () => {
  const talk = await spoken([
    ['rms', 'Good morning.', 0],
    ['slt', 'Good morning.', 1],
    ['rms', PILOT, 0],
    ['slt', NURSE, 1],
    ['slt', PIANO, 1],
  ]);
  await using service = await open([talk], { capabilities: { diarization: true } });
  await using listener = await listen(service);
  await say(listener, talk);
  await listener.until(() => [...listener.segments.values()].some(({ is_user }) => is_user));
  const first = [...listener.segments.values()].find(({ speaker_id }) => speaker_id === 1);
  assert.deepEqual([first.text, first.is_user], ['Good morning.', true], 'sent again under its id');
  const segments = await ended(service);
  assert.deepEqual(
    segments.map((each) => [each.speaker_id, each.is_user]),
    [
      [0, false],
      [1, true],
      [0, false],
      [1, true],
    ],
  );
});

test('interim words of another voice are withdrawn', async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
  ]);
  await using service = await open([talk], { partials: true });
  await using listener = await listen(service);
  await say(listener, talk);
  await listener.until(() => listener.segments.size === 2);
  assert.deepEqual(whose([...listener.segments.values()]), [
    [NURSE, 0, true],
    [PILOT, 1, false],
  ]);
});

test("only facts in the user's voice become memories", async () => {
  const talk = await spoken([
    ['rms', PILOT],
    ['slt', NURSE],
    ['rms', 'I live in Berlin with my brother and his cat, close to the river.'],
  ]);
  await using service = await open([talk]);
  await using listener = await listen(service);
  await say(listener, talk);
  await ended(service);
  const key = await service.owner.key(['memories:read']);
  const { body } = await key.call('GET', '/v1/dev/user/memories');
  const contents: string[] = body.map(({ content }: Json) => content);
  assert.ok(
    contents.some((content) => /nurse/.test(content)),
    String(contents),
  );
  assert.ok(!contents.some((content) => /pilot|Berlin|Japan/.test(content)), String(contents));
});
