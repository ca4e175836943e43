/** Tests a service whose weights of the voice encoder are missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { wav } from '../../../engines/audio/testing.ts';
import { speak } from '../../../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../../../engines/recognition/scripted-recogniser.ts';
import { BuiltInEncoder } from '../../../engines/voices/encoder/built-in-encoder.ts';
import { VOICE_MODEL } from '../../../engines/voices/encoder/voice-model.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { spoken } from '../../../testing/speech/spoken.ts';
import { end, listen, say } from '../../../testing/speech/voiced-service.ts';
import { startService } from '../../../testing/start-service.ts';

const NURSE = 'I work as a nurse at the hospital in the middle of the city.';
const PILOT = 'I am a pilot, and I fly to Japan three times in a month.';

test('without its weights the service says so, stores the words and knows nobody', async () => {
  const talk = await spoken([
    ['slt', NURSE],
    ['rms', PILOT],
  ]);
  const missing = new URL('file:///nowhere/voice-encoder.onnx');
  await using voiceEncoder = new BuiltInEncoder(silentLog, missing);
  await using service = await startService({
    voiceEncoder,
    recogniser: scriptedRecogniser({ utterances: talk.utterances }),
  });
  const { body: state } = await request(service.url, 'GET', '/readyz');
  assert.deepEqual([state.ready, state.voice_check.model], [true, VOICE_MODEL]);
  assert.match(state.voice_check.note, /is missing.*Restore it with "git checkout/);
  const form = new FormData();
  const samples = await speak(`${NURSE} ${PILOT}`);
  form.append('file', new Blob([new Uint8Array(wav({ samples }))]), 'me.wav');
  assert.equal((await service.owner.call('POST', '/v3/upload-audio', form)).status, 503);
  // A profile from before the weights were lost.
  const profile = {
    user_id: service.owner.id,
    id: crypto.randomUUID(),
    audio: Buffer.from(wav({ samples })),
    seconds: 8,
    problems: JSON.stringify([]),
    model: VOICE_MODEL,
    print_seconds: 8,
    statistics: Buffer.alloc(1_024),
    created_at: new Date(),
  };
  await service.service.parts.db.insertInto('speech_profiles').values(profile).execute();
  await using listener = await listen(service);
  await say(listener, talk);
  const { transcript_segments } = await end(service);
  const said = transcript_segments.map(({ text }: Json) => text).join(' ');
  assert.equal(said, `${NURSE} ${PILOT}`);
  assert.ok(transcript_segments.every((each: Json) => !each.is_user && !each.is_user_probable));
});
