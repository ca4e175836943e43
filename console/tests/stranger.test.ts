/** Tests what people expect when they first see the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('a box beside a task ticks it: on the day, and by the keys for rows in the list', async () => {
  await using service = await startService();
  const { owner } = service;
  await owner.call('POST', '/v1/conversations/from-text', {
    text: 'Me: I will bring the bread on Friday. Me: I must call the plumber tomorrow.',
  });
  const done = async () => {
    const { body } = await owner.call('GET', '/v1/action-items');
    return (body as { description: string; completed: boolean }[])
      .filter(({ completed }) => completed)
      .map(({ description }) => description);
  };
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/');
  const bread = page.getByRole('article').getByRole('checkbox', { name: 'Bring the bread' });
  await bread.check();
  await eventually('the task to be done', async () => (await done()).includes('Bring the bread'));
  await bread.uncheck();
  await eventually('the task to be open', async () => (await done()).length === 0);

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  const plumber = page.getByRole('checkbox', { name: 'Call the plumber' });
  await plumber.waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.getByText('Done: Call the plumber').waitFor();
  assert.ok(await plumber.isChecked());
  await page.keyboard.press('z');
  await eventually('the box to be empty', async () => !(await plumber.isChecked()));
});

test('several files are read in at once, and the page leads to what came', async () => {
  await using service = await startService();
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings/data');
  const stored = page.getByRole('term').filter({ hasText: 'Conversations' });
  const number = stored.locator('xpath=following-sibling::dd[1]');
  await number.getByText('0', { exact: true }).waitFor();
  const text = (name: string, said: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(said),
  });
  await page
    .getByLabel('Choose a file')
    .setInputFiles([
      text('2026-03-02 walk.txt', 'I walked along the river.'),
      text('2026-03-03 bike.txt', 'I rode my bike to the lake.'),
    ]);
  const came = page.getByRole('link', { name: /^Conversations: 1 new/ });
  await came.nth(1).waitFor();
  await number.getByText('2', { exact: true }).waitFor();
  const here = 'Me: I must tell the landlord that the lamp in the stairwell is broken.';
  await service.owner.call('POST', '/v1/conversations/from-text', { text: here });
  await number.getByText('3', { exact: true }).waitFor();
  await came.first().click();
  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  await page.getByText(/river/).first().waitFor();
  await page.getByText(/lake/).first().waitFor();
  const lamp = page.getByText(/stairwell/).first();
  assert.equal(await lamp.count(), 0, 'only what came');
  await page.getByRole('link', { name: /^Imported from/ }).click();
  await lamp.waitFor();
});
