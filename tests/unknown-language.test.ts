/** Languages that the recogniser does not know: no words are made up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../src/engines/recognition/scripted.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';
import { copyTemplate, removeFolder } from '../src/testing/template.ts';

const FIRST = 'I live in Boston with my two children.';

const open = ({ url, owner }: TestService, more: Record<string, string | number> = {}) =>
  Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    ...more,
  });

const ready = (device: Listener) =>
  device.event('service_status', ({ status }) => status === 'ready');

async function conversation({ owner }: TestService, id: string): Promise<Json> {
  return (await owner.call('GET', `/v1/conversations/${id}`)).body;
}

async function until(
  service: TestService,
  id: string,
  isSo: (conversation: Json) => boolean,
): Promise<Json> {
  for (;;) {
    const body = await conversation(service, id);
    if (isSo(body)) return body;
    await wait(50);
  }
}

const textOf = ({ transcript_segments }: Json): string =>
  transcript_segments.map(({ text }: Json) => text).join(' ');

/** Two restarts on the same disk, or the same PostgreSQL. */
async function restartable() {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate();
  const environment = {
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
  };
  return {
    folder,
    environment,
    async [Symbol.asyncDispose]() {
      await database?.[Symbol.asyncDispose]();
      removeFolder(folder);
    },
  };
}

test('a language that no recogniser knows is a gap, and is heard when one does', async () => {
  await using place = await restartable();
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
    await using device = await open(service, { language: 'pt' });
    const told = await device.event('service_status', ({ status }) => status === 'stt_failed');
    assert.equal(told.reason, 'unknown_language');
    await ready(device);
    await device.stream(joined(await speak(FIRST), silence(1.5)), { speed: 2 });
    await device.until(() => device.events.length > 0);
    const [live] = (await owner.call('GET', '/v1/conversations?statuses=in_progress')).body;
    id = live.id;
    await owner.call('POST', '/v1/conversations', {});
    const over = await until(service, id, ({ status }) => status === 'completed');
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
  const after = await until(service, id, ({ gaps }) => gaps.length === 0);
  assert.equal(textOf(after), 'Eu moro em Lisboa.');
  assert.equal(after.language, 'pt');
});

for (const language of ['pt', 'de', 'multi']) {
  test(`the built-in recogniser makes no words up for language=${language}`, async () => {
    await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
    await using device = await open(service, { language });
    await device.event('service_status', ({ reason }) => reason === 'unknown_language');
    await ready(device);
    await device.stream(joined(await speak(FIRST), silence(2)), { speed: 2 });
    const { owner } = service;
    const { body } = await owner.call('POST', '/v1/conversations', {});
    const over = await until(service, body.conversation.id, ({ status }) => status === 'completed');
    assert.deepEqual([textOf(over), over.gaps[0].reason], ['', 'language']);
    assert.equal(device.text, '');
  });
}

test('the language of a conversation is that of its words, not of the stub that it resumed', async () => {
  const utterances = [{ text: 'Eu moro em Lisboa.', start: 1, end: 2 }];
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances: (n) => (n === 1 ? utterances : []) }),
  });
  {
    await using first = await open(service, { language: 'en' });
    await ready(first);
  }
  await using second = await open(service, { language: 'pt' });
  await ready(second);
  await second.stream(silence(4), { speed: 4 });
  await second.until(() => second.text !== '');
  const { body } = await service.owner.call('POST', '/v1/conversations', {});
  assert.equal(body.conversation.language, 'pt');
});
