/** Tests speech whose words the recogniser could only guess: it becomes a gap, not words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { utteranceRecogniser } from '../../engines/recognition/utterances/utterance-recogniser.ts';
import { openVoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { builtinEngine } from '../../testing/speech/shared-recognition.ts';
import { startService } from '../../testing/start-service.ts';

test('guessed words are a gap of the conversation, and are not heard again', async () => {
  await using voiceActivity = await openVoiceActivity(silentLog);
  const engine = {
    ...builtinEngine,
    eager: () => false,
    async transcribe(...call: Parameters<typeof builtinEngine.transcribe>) {
      const heard = await builtinEngine.transcribe(...call);
      return /sister/.test(heard.text) ? { text: '', words: [], isUnclear: true } : heard;
    },
  };
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log: silentLog });
  await using service = await startService({ recogniser });
  await using device = await openDevice(service);
  await untilReady(device);
  const first = await speak('I live in Boston with my two children.');
  const second = await speak('I need to call my sister tomorrow morning.');
  await device.stream(joinedSound(first, silence(1.5), second, silence(1.5)), { speed: 2 });
  await device.until(() => /Boston/.test(device.text));
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  const over = await untilConversation(
    service,
    body.conversation.id,
    ({ status }) => status === 'completed',
  );
  assert.match(textOf(over), /Boston/);
  assert.doesNotMatch(textOf(over), /sister/);
  const [gap, ...others] = over.gaps;
  assert.deepEqual([gap.reason, others], ['unclear', []]);
  assert.ok(gap.end - gap.start > 2 && gap.start > 2);
});
