// Both databases: late words replace a gap in one transaction.
/** Tests languages that the recogniser does not know: it must not invent words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  openDevice,
  textOf,
  untilConversation,
  untilReady,
} from '../../testing/clients/recording.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { startService } from '../../testing/start-service.ts';

const FIRST = 'I live in Boston with my two children.';

test('speech in an unknown language is a gap until a recogniser knows the language', async () => {
  await using place = await openRestartableStore();
  const english = scriptedRecogniser({
    utterances: [{ text: 'Invented words.', start: 1, end: 2 }],
    capabilities: { languages: ['en'] },
  });
  let id: string;
  {
    await using service = await startService({
      environment: place.environment,
      recogniser: english,
    });
    const { owner } = service;
    await owner.call('PUT', '/v1/users/audio', { keep: true });
    await using device = await openDevice(service, { language: 'pt' });
    const told = await device.event('service_status', ({ status }) => status === 'stt_failed');
    assert.equal(told.reason, 'unknown_language');
    await untilReady(device);
    await device.stream(joinedSound(await speak(FIRST), silence(1.5)), { speed: 2 });
    await device.until(() => device.events.length > 0);
    const [live] = (await owner.call('GET', '/v1/conversations?statuses=in_progress')).body;
    id = live.id;
    await owner.call('POST', '/v1/conversations', {});
    const over = await untilConversation(service, id, ({ status }) => status === 'completed');
    assert.deepEqual([textOf(over), over.discarded, over.structured.overview], ['', false, '']);
    assert.deepEqual(
      over.gaps.map(({ reason }: Json) => reason),
      ['language'],
    );
  }
  const utterances = [{ text: 'Eu moro em Lisboa.', start: 1, end: 2 }];
  await using service = await startService({
    environment: place.environment,
    recogniser: scriptedRecogniser({ utterances, capabilities: { languages: ['en', 'pt'] } }),
  });
  const after = await untilConversation(service, id, ({ gaps }) => gaps.length === 0);
  assert.equal(textOf(after), 'Eu moro em Lisboa.');
  assert.equal(after.language, 'pt');
});
