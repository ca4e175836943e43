/** Tests the answers of a language model on the page, in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { untilConversation } from '../../src/testing/clients/recording.ts';
import {
  complete,
  startLanguageModel,
  streamPiece,
} from '../../src/testing/servers/language-model-server.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const SAID = ['I live in Boston with my two children.', 'The report is due on Monday.'];
const MEMORY = 'Writes the report for the boat club';

test('a citation of a model leads to the moment that supports it, which plays', async () => {
  await using model = await startLanguageModel((asked, response) => {
    const prompt = JSON.stringify(asked.messages);
    const memory = /Memory \[(\d+)\]/.exec(prompt)?.[1];
    const answer = `You hand it in on **Monday** [1], for the boat club [${memory}]. Nothing else [40].`;
    complete(response, prompt.includes('The question:') ? answer : '{}');
  });
  const utterances = SAID.map((text, at) => ({ text, start: 2 + at * 6, end: 6 + at * 6 }));
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances }),
    sampleSpeed: 20,
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/demo');
  const { id } = await untilConversation(
    service,
    body.conversation_id,
    ({ status }) => status === 'completed',
  );
  const title = 'Talk about the report';
  await owner.call('PATCH', `/v1/conversations/${id}/title?title=${encodeURIComponent(title)}`);
  const memory = (await owner.call('POST', '/v3/memories', { content: MEMORY })).body;
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go(`/ask?q=${encodeURIComponent('When is the report due?')}`);
  const answer = page.getByText('You hand it in');
  await answer.getByRole('link').first().waitFor();
  assert.equal(
    await answer.textContent(),
    'You hand it in on Monday1, for the boat club2. Nothing else.',
  );
  const sources = page.getByRole('list', { name: 'Sources' });
  const cited = sources.getByRole('link', { name: MEMORY });
  assert.match(await cited.innerText(), /\w+ \d+$/);

  await answer.getByRole('link', { name: title }).click();
  await page.waitForURL(/said=.*play=true/);
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'report is due' }).waitFor();
  const player = page.getByRole('group', { name: 'Player' });
  await player.getByRole('button', { name: 'Pause' }).waitFor();

  // The list of sources leads to the same moment.
  await page.goBack();
  await sources.getByRole('link', { name: title }).click();
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'report is due' }).waitFor();
  await page.goBack();
  await answer.getByRole('link', { name: MEMORY }).click();
  await page.waitForURL(`**/memories/${memory.id}`);
});

test('an answer that is being written is stopped, and so is the work of the model', async () => {
  const left = Promise.withResolvers<void>();
  await using model = await startLanguageModel((asked, response) => {
    if (!JSON.stringify(asked.messages).includes('The question:')) return complete(response, '{}');
    streamPiece(response, 'The report is ');
    response.on('close', left.resolve);
  });
  await using service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  await service.owner.call('POST', '/v3/memories', { content: MEMORY });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(15_000);
  await tab.go(`/ask?q=${encodeURIComponent('What should I say about the boat club?')}`);
  await page.getByText('The report is').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await left.promise;
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await page.getByLabel('What do you want to know?').fill('And who reads it?');
});
