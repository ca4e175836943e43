/** Tests that the words of a new task become its date, in the language of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

const DAY_MS = 86_400_000;

test('"tomorrow at 5pm" is due then, shows it before Enter, and can be refused', async () => {
  await using lossy = await startLossyService();
  const { owner } = lossy.service;
  await owner.call('PATCH', '/v1/users/me', { timezone: 'UTC' });
  const dueOf = (description: string) =>
    eventually(`the task ${description}`, async () => {
      const { body } = await owner.call('GET', '/v1/action-items?limit=100');
      const task = (body as Json[]).find((each) => each['description'] === description);
      return task && { at: task['due_at'] as string | null };
    });
  const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await using tab = await openConsole(lossy.url, owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go('/tasks');
  const field = page.getByLabel('Add a task');
  await field.fill('Call the plumber tomorrow at 5pm');
  await page
    .getByRole('status')
    .getByText(/^Due .*5:00/)
    .waitFor();
  await page.keyboard.press('Enter');
  assert.equal((await dueOf('Call the plumber tomorrow at 5pm')).at, `${tomorrow()}T17:00:00.000Z`);
  await page.getByText(/^Added, due .*5:00/).waitFor();

  // Enter does not wait for the date to show.
  await field.pressSequentially('Pay the rent tomorrow');
  await page.keyboard.press('Enter');
  assert.equal((await dueOf('Pay the rent tomorrow')).at, `${tomorrow()}T23:59:00.000Z`);

  await field.fill('Read the book Tomorrow');
  await page.getByRole('button', { name: 'No date' }).click();
  await field.press('Enter');
  assert.equal((await dueOf('Read the book Tomorrow')).at, null);
  await page.getByText('Added, without a date').waitFor();

  // Without the network, the words wait, and mean what they meant.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  lossy.network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await field.fill('Buy bread tomorrow at noon');
  await page.getByText(/it is read when your server answers/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 change waits').waitFor();
  const wanted = `${tomorrow()}T12:00:00.000Z`;
  lossy.network.mend();
  assert.equal((await dueOf('Buy bread tomorrow at noon')).at, wanted);
});

test('"morgen um 17 Uhr" is due then on a German page', async () => {
  await using lossy = await startLossyService();
  await using tab = await openConsole(lossy.url, lossy.service.owner, { locale: 'de-DE' });
  const { page } = tab;
  await tab.go('/tasks');
  await page.getByLabel('Aufgabe hinzufügen').fill('Den Klempner morgen um 17 Uhr anrufen');
  await page
    .getByRole('status')
    .getByText(/^Fällig: .*17:00/)
    .waitFor();
});
