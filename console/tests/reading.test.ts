/** Tests the page of one conversation: words that are remembered, translations, summaries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiUser } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../src/testing/servers/language-model-server.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const SENTENCE = 'My neighbour keeps bees on the roof';

async function createTalk(owner: ApiUser): Promise<string> {
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text: `${SENTENCE}.`, start: 0, end: 4, is_user: true },
      { text: 'Then I know whose honey that is.', start: 5, end: 8, is_user: false },
    ],
  });
  await eventually('the talk to be understood', async () => {
    const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  return body.id;
}

test('selected words become a fact, and without a model the page says why it cannot translate', async () => {
  await using service = await startService();
  const id = await createTalk(service.owner);
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${id}`);
  const words = page.locator('[data-segment]', { hasText: SENTENCE });
  await words.waitFor();
  await page.evaluate(`(() => {
    const text = document.querySelector('[data-segment]').firstChild;
    getSelection().setBaseAndExtent(text, 3, text, ${SENTENCE.length});
  })()`);
  await page.getByRole('button', { name: 'Remember' }).click();
  const sheet = page.getByRole('dialog', { name: 'Remember' });
  const field = sheet.getByLabel('What to remember');
  assert.equal(await field.inputValue(), SENTENCE.slice(3));
  await field.fill('The neighbour keeps bees');
  await page.keyboard.press('Control+Enter');
  await sheet.waitFor({ state: 'hidden' });
  const { body } = await service.owner.call('GET', '/v3/memories?include=external');
  const fact = body.find(({ content }: { content: string }) => content.endsWith('keeps bees'));
  assert.deepEqual(fact.metadata, { conversation_id: id });
  await page.getByRole('listitem').filter({ hasText: 'The neighbour keeps bees' }).waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Translate' }).click();
  await page.getByText(/^This needs a language model/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Translate' }).count(), 0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Summary from a template' }).click();
  await page.getByText(/Grey templates need a language model/).waitFor();
  assert.ok(await page.getByRole('button', { name: /^Lecture notes/ }).isDisabled());
});

test('a conversation is translated, and summarised with a template of the user', async () => {
  await using model = await startLanguageModel((request, response) => {
    const [{ content: system }, { content: user }] = request.messages;
    if (/You translate/.test(system)) {
      const lines = [...user.matchAll(/^(\d+): (.*)$/gm)];
      const translations = lines.map(([, line]) => ({ line: Number(line), text: `Zeile ${line}` }));
      return complete(response, JSON.stringify({ translations }));
    }
    if (!JSON.stringify(request).includes('Only what bees do')) return refuse(response, 500);
    const content = '## Work\n\n- They make **honey**.\n  1. in _combs_\n- <b>Wax</b> too\n\nEnd.';
    complete(response, JSON.stringify({ content }));
  });
  await using service = await startService({
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'test',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const id = await createTalk(service.owner);
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Translate' }).click();
  await page.getByLabel('Language').selectOption('German');
  await page.getByRole('button', { name: 'Translate' }).click();
  await page.locator('[lang=de]', { hasText: 'Zeile 1' }).waitFor();
  await page.getByLabel('Translation').selectOption('No translation');
  assert.equal(await page.locator('[lang=de]').count(), 0);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Summary from a template' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name of the template').fill('Bees');
  await page.getByLabel('What the summary should contain').fill('Only what bees do');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: /^Bees/ }).click();
  await page.getByRole('heading', { name: 'Bees', exact: true, level: 2 }).waitFor();
  const item = page.getByRole('listitem').filter({ hasText: 'They make honey.' });
  await item.locator('strong', { hasText: 'honey' }).waitFor();
  await item.getByRole('listitem').locator('em', { hasText: 'combs' }).waitFor();
  // HTML is shown as it was written.
  await page.getByText('<b>Wax</b> too').waitFor();
});
