/** Tests which words are certainly, probably or not the user's, and the effects of this decision. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import { noisy } from '../../engines/voices/testing.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { spoken } from '../../testing/speech/spoken.ts';
import type { Spoken } from '../../testing/speech/spoken.ts';
import type { TestService } from '../../testing/start-service.ts';
import { end, listen, say, voicedService } from '../../testing/speech/voiced-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';
const PIANO = 'I play the piano every evening, when the children are asleep.';
const BERLIN = 'I live in Berlin with my brother and his cat, close to the river.';

/** The same talk with noise over one of its utterances. An odd seed gives white noise. */
function withNoise(talk: Spoken, at: number, decibels: number): Spoken {
  const { start, end: until } = talk.utterances[at]!;
  const [from, to] = [start, until].map((seconds) => Math.round(seconds * SAMPLE_RATE));
  const pcm = talk.pcm.slice();
  pcm.set(noisy(pcm.slice(from, to), { decibels, seed: 2 }), from);
  return { ...talk, pcm };
}

const wholes = (segments: Json[]) =>
  segments.map((each) => [each.text, each.is_user, each.is_user_probable]);

async function memories({ owner }: TestService): Promise<string> {
  const key = await owner.key(['memories:read']);
  const { body } = await key.call('GET', '/v1/dev/user/memories');
  return body.map(({ content }: Json) => content).join('\n');
}

test("words that are only probably the user's become no memories until the user confirms them", async () => {
  const talk = withNoise(
    await spoken([
      ['slt', NURSE],
      ['rms', PILOT],
      ['slt', PIANO],
    ]),
    0,
    10,
  );
  await using service = await voicedService({ heard: [talk], profile: 'slt' });
  await using listener = await listen(service);
  await say(listener, talk);
  await listener.until(() => listener.segments.size === 3);
  const live = [...listener.segments.values()].find(({ text }) => text === NURSE);
  assert.deepEqual([live.is_user, live.is_user_probable], [false, true]);
  const conversation = await end(service);
  assert.deepEqual(wholes(conversation.transcript_segments), [
    [NURSE, false, true],
    [PILOT, false, false],
    [PIANO, true, false],
  ]);
  assert.doesNotMatch(await memories(service), /nurse/);
  const one = `/v1/conversations/${conversation.id}`;
  const path = `${one}/segments/0/assign?assign_type=is_user&value=true`;
  const { body: agreed } = await service.owner.call('PATCH', path);
  assert.deepEqual(wholes(agreed.transcript_segments)[0], [NURSE, true, false]);
  const { body: again } = await service.owner.call('POST', `${one}/reprocess`, {});
  assert.equal(again.transcript_segments[0].is_user, true, 'what a person said is not undone');
  assert.match(await memories(service), /nurse/);
});

test("the whole conversation decides, so a piece in noise is the user's", async () => {
  const said = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
    ['slt', PIANO],
    ['slt', BERLIN],
  ]);
  const talk = [0, 3].reduce((noisier, at) => withNoise(noisier, at, 10), said);
  await using service = await voicedService({ heard: [talk], profile: 'slt' });
  await using listener = await listen(service);
  await say(listener, talk);
  // Later words may make it sure before the last ones come.
  let wasUnsure = false;
  await listener.until(() => {
    const first = [...listener.segments.values()].find(({ start }) => start === 0);
    wasUnsure ||= first?.is_user === false && first.is_user_probable === true;
    return listener.segments.size === 4;
  });
  assert.ok(wasUnsure, 'alone it is not sure');
  const { transcript_segments } = await end(service);
  assert.deepEqual(wholes(transcript_segments), [
    [NURSE, true, false],
    [PILOT, false, false],
    [PIANO, true, false],
    [BERLIN, true, false],
  ]);
  assert.match(await memories(service), /nurse/);
});
