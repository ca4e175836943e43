/** Tests when live translation begins, and when it gives up. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { LiveTranslations } from './live-translations.ts';

let service: TestService;
before(async () => {
  service = await startService({ environment: { SVC_LOG_LEVEL: 'silent' } });
});
after(() => service[Symbol.asyncDispose]());

const segment = { conversation_id: 'talk', id: 'segment', text: 'Good morning.' } as NamedSegment;

/** A text that does not change for this long is translated (ms). */
const SETTLED = 1_500;

/** Translations whose model answers with this promise. */
function translating(answer: () => Promise<never>) {
  const asked: number[] = [];
  const translations = new LiveTranslations(contextOf(service, []), {
    translator: {
      translate() {
        asked.push(performance.now());
        return answer();
      },
    },
    language: 'pt',
    show: () => assert.fail('There is nothing to show.'),
  });
  /** Waits until a text that was said now has settled. */
  const settled = async () => {
    const from = performance.now();
    await eventually('the settled text', async () => performance.now() - from > SETTLED);
  };
  return { translations, asked, settled };
}

const failing = () => Promise.reject(new Error('The model does not answer.'));

test('translation at the end of a session gives up after five failures', async () => {
  const { translations, asked, settled } = translating(failing);
  translations.said([segment]);
  await translations.finish();
  assert.equal(asked.length, 5);
  translations.said([segment]);
  await settled();
  translations.beat();
  await translations.finish();
  assert.equal(asked.length, 5);
});

test('a text is translated when it has not changed for a while, one request at a time', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { translations, asked, settled } = translating(() => promise);
  const from = performance.now();
  translations.said([segment]);
  await eventually('the request', async () => {
    translations.beat();
    return asked.length > 0;
  });
  assert.ok(asked[0]! - from >= SETTLED);
  translations.said([segment]);
  await settled();
  translations.beat();
  assert.equal(asked.length, 1);
  reject(new Error('The model does not answer.'));
  await translations.finish();
});
