/** Tests what happens in one room when something happens in another. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eraseAccount } from '../domains/portability/erasure/erasure.ts';
import { silence } from '../engines/audio/testing.ts';
import type { Recogniser } from '../engines/recognition/recogniser.ts';
import { scriptedRecogniser } from '../engines/recognition/scripted-recogniser.ts';
import { openDevice, untilReady } from '../testing/clients/recording.ts';
import { eventually, soon } from '../testing/eventually.ts';
import { complete, refuse, startLanguageModel } from '../testing/servers/language-model-server.ts';
import { startService } from '../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';

const TALK = 'The roof leaks. I have to call the janitor about it tomorrow morning.';

test('the sound of a deleted account is removed while an open session waits for its last words', async (t) => {
  const folder = copyTemplate('owned');
  t.after(() => removeFolder(folder));
  const waiting = () =>
    readdirSync(join(folder, 'sound'), { recursive: true }).filter((name) =>
      String(name).endsWith('about.json'),
    ).length;
  const failing = scriptedRecogniser({ utterances: [], failure: { at: 0.2, code: 'engine' } });
  const lastWords = Promise.withResolvers<void>();
  const finishing = Promise.withResolvers<void>();
  let isWorking = false;
  const recogniser: Recogniser = {
    ...scriptedRecogniser({ utterances: [] }),
    open(options) {
      const session = failing.open(options);
      if (!isWorking) return session;
      return {
        events: session.events,
        write: () => {},
        backlogSeconds: () => 0,
        close: () => session.close(),
        finish() {
          finishing.resolve();
          return lastWords.promise.then(() => session.finish());
        },
      };
    },
  };
  await using service = await startService({
    environment: { SVC_DATA_DIR: folder, SVC_LOG_LEVEL: 'silent' },
    recogniser,
  });
  {
    await using device = await openDevice(service);
    await untilReady(device);
    await device.stream(silence(1), { speed: 10 });
    await device.event('service_status', ({ status }) => status === 'stt_failed');
  }
  isWorking = true;
  await using open = await openDevice(service);
  await untilReady(open);
  await open.stream(silence(1), { speed: 10 });
  assert.equal(waiting(), 2);
  await eraseAccount(service.service.parts, service.owner.id);
  await finishing.promise;
  await eventually('no sound', () => waiting() === 0);
  lastWords.resolve();
  const { reason } = await soon('the end of the session', open.closed);
  assert.equal(reason, 'the account was deleted');
  assert.equal(waiting(), 0);
});

test('with a language model, conversations are understood anew as soon as the user asks', async () => {
  let works = false;
  await using model = await startLanguageModel((_request, response) => {
    const made = { title: 'By the model', overview: 'A roof.', emoji: '🏠', category: 'home' };
    const draft = JSON.stringify({ ...made, action_items: [], events: [], memories: [] });
    if (works) complete(response, draft);
    else refuse(response, 400);
  });
  await using service = await startService({
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'large',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: TALK, start: 0, end: 4, is_user: true }],
  });
  const understoodBy = async () =>
    (await owner.call('GET', `/v1/conversations/${body.id}`)).body.understood_by;
  assert.equal(await understoodBy(), 'rules');
  works = true;
  await owner.call('PUT', '/v1/understanding/renewal', { when: 'now' });
  await eventually('the model', async () => (await understoodBy()) === 'language-model');
});
