/** Tests languages that the recogniser does not support: it must not invent words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { startService } from '../../testing/start-service.ts';

const FIRST = 'I live in Boston with my two children.';

for (const language of ['ga', 'zu']) {
  test(`the built-in recogniser invents no words for language=${language}`, async () => {
    await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
    await using device = await openDevice(service, { language });
    await device.event('service_status', ({ reason }) => reason === 'unknown_language');
    await untilReady(device);
    await device.stream(joinedSound(await speak(FIRST), silence(2)), { speed: 2 });
    const { owner } = service;
    const { body } = await owner.call('POST', '/v1/conversations', {});
    const over = await untilConversation(
      service,
      body.conversation.id,
      ({ status }) => status === 'completed',
    );
    assert.deepEqual([textOf(over), over.gaps[0].reason], ['', 'language']);
    assert.equal(device.text, '');
  });
}

test('the language of a conversation is the language of its words, not of an empty recording that it resumed', async () => {
  const utterances = [{ text: 'Eu moro em Lisboa.', start: 1, end: 2 }];
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances: (n) => (n === 1 ? utterances : []) }),
  });
  {
    await using first = await openDevice(service, { language: 'en' });
    await untilReady(first);
  }
  await using second = await openDevice(service, { language: 'pt' });
  await untilReady(second);
  await second.stream(silence(4), { speed: 4 });
  await second.until(() => second.text !== '');
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  assert.equal(body.conversation.language, 'pt');
});
