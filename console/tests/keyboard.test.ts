/** Tests that the first account and the first conversation need only a keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

/** More than any page needs to reach its content. */
const MAX_STOPS = 40;

/** Runs in the page: tells whether the element with the focus shows that it has it. */
const IS_FOCUS_VISIBLE = `(() => {
  const { outlineStyle, outlineWidth, opacity } = getComputedStyle(document.activeElement);
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && Number(opacity) > 0;
})()`;

/** Presses Tab until an element has the focus, which is then visible. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const focused = wanted.and(page.locator(':focus'));
  for (let stop = 0; stop < MAX_STOPS && (await focused.count()) === 0; stop += 1) {
    await page.keyboard.press('Tab');
  }
  assert.equal(await focused.count(), 1, `Tab reaches ${String(wanted)}`);
  assert.ok(await page.evaluate(IS_FOCUS_VISIBLE), `the focus on ${String(wanted)} is visible`);
}

test('the keyboard alone leads from the set-up to the first conversation', async () => {
  await using service = await startService({
    environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    recogniser: scriptedRecogniser({
      utterances: [{ text: 'I live in Boston with my two children.', start: 2, end: 8 }],
    }),
    sampleSpeed: 20,
  });
  await using tab = await openConsole(service.service.url);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  const { pathname, search } = new URL(service.service.setUpLink!);
  await go(pathname + search);
  const fields: readonly (readonly [name: string, text: string])[] = [
    ['Your name', 'Ana'],
    ['E-mail', 'ana@example.org'],
    ['Password', 'correct horse battery'],
  ];
  for (const [name, text] of fields) {
    await tabTo(page, page.getByRole('textbox', { name, exact: true }));
    await page.keyboard.type(text);
    if (name === 'Your name') await page.keyboard.press('Enter');
  }
  await tabTo(page, page.getByRole('button', { name: 'Create the account' }));
  await page.keyboard.press('Enter');

  // The first stop of a page leads past the navigation.
  await page.getByText('How would you like to start?').waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Skip to the page' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /Play the sample/ }));
  await page.keyboard.press('Enter');
  const talk = page.getByRole('article').filter({ hasText: 'Boston' }).locator('[data-row]');
  await tabTo(page, talk);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.locator('[data-segment]', { hasText: 'I live in Boston' }).waitFor();
});
