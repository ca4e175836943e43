import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import type { UtteranceEngine } from '../../engines/recognition/utterances/utterance-engine.ts';
import { silentLog } from '../../core/log.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';
import { startService } from '../../testing/start-service.ts';

/** An engine that returns no words until `goOn` is called. */
function stalling(engine: UtteranceEngine): { engine: UtteranceEngine; goOn: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    goOn: () => gate.resolve(),
    engine: {
      ...engine,
      eager: () => false,
      async transcribe(pcm, options) {
        await gate.promise;
        return engine.transcribe(pcm, options);
      },
    },
  };
}

test('under overload sound is transcribed later, and new sessions are refused', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const { engine, goOn } = stalling(builtinEngine);
  await using service = await startService({
    recogniser: utteranceRecogniser({ engine, voiceActivity, log: silentLog }),
    load: { busySeconds: 0.5, overloadedSeconds: 1, fullSeconds: 3, betweenMs: 0, awayMs: 0 },
  });
  const { url, owner } = service;
  const parameters = { token: owner.token, uid: owner.id, codec: 'pcm16', sample_rate: 16_000 };
  await using device = await Listener.open(url, parameters);
  const ready = (text: RegExp) =>
    device.event('service_status', ({ status_text }) => text.test(status_text));
  await ready(/Listening/);
  const first = await speak('I live in Boston with my two children.');
  await device.stream(joinedSound(first, silence(2)), { speed: 1.5 });
  await ready(/transcribed later/);
  await device.event('service_status', ({ status }) => status === 'behind');

  const second = await speak('I need to call my sister tomorrow morning.');
  await device.stream(joinedSound(second, silence(4)), { speed: 1.5 });
  assert.equal(device.text, '');
  const late = await Listener.open(url, parameters);
  assert.equal((await late.closed).code, 1013);

  goOn();
  await ready(/is available again/);
  await device.event('service_status', ({ status }) => status === 'catching_up');
  const { status, body } = await owner.call('POST', '/v1/conversations', {});
  assert.equal(status, 200);
  const words = body.conversation.transcript_segments.map(({ text }: { text: string }) => text);
  assert.match(words.join(' '), /Boston.*sister tomorrow morning/i);
});
