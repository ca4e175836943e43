/** Tests late words, and the errors that they must not cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';
import { startService } from '../../testing/start-service.ts';

/** Longer than the timeout of the conversation plus the tolerance of the sweeper. */
const SLOW_MS = 9_000;

test('a slow recogniser and a short timeout do not split a talk', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const engine = builtinEngine;
  let calls = 0;
  const recogniser = utteranceRecogniser({
    engine: {
      ...engine,
      eager: () => false,
      async transcribe(pcm, options) {
        const slowness = calls++ === 0 ? 0 : SLOW_MS;
        const [heard] = await Promise.all([engine.transcribe(pcm, options), wait(slowness)]);
        return heard;
      },
    },
    voiceActivity,
    log: silentLog,
  });
  await using service = await startService({ recogniser });
  const { url, owner } = service;
  await using device = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    conversation_timeout: 2,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  const first = await speak('I live in Boston with my two children.');
  const second = await speak('I need to call my sister tomorrow morning.');
  await device.stream(joinedSound(first, silence(1), second, silence(3)));
  await device.event('memory_processing_started');
  const path = '/v1/conversations?include_discarded=true&statuses=processing,completed';
  const { body } = await owner.call('GET', path);
  const said = body.map(({ transcript_segments }: Json) =>
    transcript_segments.map(({ text }: Json) => text).join(' '),
  );
  assert.equal(said.length, 1, JSON.stringify(said));
  assert.match(said[0], /boston.*sister/i);
});
