// Both databases: words that come twice are stored once.
/** Tests sound without words: it waits, the client sees a gap, and late words replace the gap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import { UtteranceMissed } from '../../engines/recognition/utterances/utterance-engine.ts';
import type { UtteranceEngine } from '../../engines/recognition/utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';
import { startService } from '../../testing/start-service.ts';

const FIRST = 'I live in Boston with my two children.';
const SECOND = 'I need to call my sister tomorrow morning.';

/** The built-in engine, which fails on the sound that the test chooses. */
function fragile(
  givesUp: (said: { text: string; call: number }) => boolean | Promise<boolean>,
): UtteranceEngine {
  const engine = builtinEngine;
  let calls = 0;
  return {
    ...engine,
    eager: () => false,
    async transcribe(pcm, options) {
      const call = ++calls;
      const heard = await engine.transcribe(pcm, options);
      if (await givesUp({ text: heard.text, call })) throw new UtteranceMissed('It ended twice.');
      return heard;
    },
  };
}

test('an utterance that crashed its engine is transcribed again, exactly once', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const recogniser = utteranceRecogniser({
    engine: fragile(({ call }) => call === 1),
    voiceActivity,
    log: silentLog,
  });
  await using service = await startService({ recogniser });
  await using device = await openDevice(service);
  await untilReady(device);
  const talk = joinedSound(await speak(FIRST), silence(1.5), await speak(SECOND), silence(1.5));
  await device.stream(talk, { speed: 2 });
  await device.until(() => /sister/.test(device.text));
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const { id } = body.conversation;
  const whole = await untilConversation(service, id, ({ status }) => status === 'completed');
  assert.match(textOf(whole), /Boston.*children.*sister/i);
  assert.equal(textOf(whole).match(/sister/g)!.length, 1);
  assert.deepEqual(whole.gaps, []);
});
