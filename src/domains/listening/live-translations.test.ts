/** Tests when live translation gives up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { NamedSegment } from '../transcripts/segments.ts';
import { LiveTranslations } from './live-translations.ts';

test('translation at the end of a session gives up after five failures', async () => {
  await using service = await startService({ environment: { SVC_LOG_LEVEL: 'silent' } });
  let requests = 0;
  const translations = new LiveTranslations(contextOf(service, []), {
    translator: {
      translate() {
        requests += 1;
        return Promise.reject(new Error('The model does not answer.'));
      },
    },
    language: 'pt',
    show: () => assert.fail('There is nothing to show.'),
  });
  const segment = { conversation_id: 'talk', id: 'segment', text: 'Good morning.' };
  translations.said([segment as NamedSegment]);
  await translations.finish();
  assert.equal(requests, 5);
});
