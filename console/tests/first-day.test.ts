/** Tests the way of a new owner: account, first conversation, question, and the moment that plays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('the first account leads to a day, to an answer, and to the moment that it quotes', async () => {
  const said = ['I live in Boston with my two children.', 'The report is due on Monday.'];
  const utterances = said.map((text, at) => ({ text, start: 2 + at * 6, end: 6 + at * 6 }));
  await using service = await startService({
    environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    recogniser: scriptedRecogniser({ utterances }),
    sampleSpeed: 20,
  });
  await using tab = await openConsole(service.service.url);
  const { page, go } = tab;
  const { pathname, search } = new URL(service.service.setUpLink!);
  await go(pathname + search);
  await page.getByRole('heading', { name: 'What shall I call you?' }).waitFor();
  assert.equal(await page.getByRole('textbox').count(), 1);
  await page.getByLabel('Your name').fill('Ana');
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the account' }).click();

  // The day is not empty: it greets, and offers ways to begin.
  await page.getByRole('heading', { name: 'Hello, Ana. How would you like to start?' }).waitFor();
  await page.getByRole('link', { name: /^Speak now/ }).waitFor();
  await page.getByRole('link', { name: /^Import data/ }).waitFor();
  await page.getByRole('link', { name: /^Connect an assistant/ }).waitFor();
  await page.getByRole('button', { name: /Play the sample/ }).click();
  await page.getByText('1 conversation').first().waitFor();
  // The overview says that the conversation is understood.
  await page
    .getByRole('article')
    .getByText(/“I live in Boston/)
    .waitFor();

  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await page.getByLabel('What do you want to know?').fill('When is the report due?');
  await page.keyboard.press('Enter');
  // The first line of the answer, not the quotations below it.
  await page.getByRole('link', { name: '“The report is due on Monday.”', exact: true }).click();
  await page.waitForURL(/said=.*play=true/);
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'report is due' }).waitFor();
  await page
    .getByRole('group', { name: 'Player' })
    .getByRole('button', { name: 'Pause' })
    .waitFor();
  // A sentence of the overview does the same.
  await page.getByRole('button', { name: /“I live in Boston/ }).click();
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'Boston' }).waitFor();
});
