/** The console without the network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';
import { createSampleDay } from './sample-day.ts';

test('what was read can be read without the network, until the user signs out', async () => {
  await using lossy = await startLossyService();
  const { url, network, service } = lossy;
  await createSampleDay(service.owner);
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go('/');
  await page.getByRole('link', { name: /\bcurtains\b/i }).click();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const copied = () =>
    page.evaluate(`new Promise((done) => {
      const request = indexedDB.open('commonplace-pages', 1);
      // The page itself creates the database.
      request.onupgradeneeded = () => request.transaction.abort();
      request.onerror = () => done('null');
      request.onsuccess = () => {
        const get = request.result.transaction('copies').objectStore('copies').get('copy');
        get.onsuccess = () => {
          request.result.close();
          done(JSON.stringify(get.result ?? null));
        };
      };
    })`) as Promise<string>;
  await eventually('the copy', async () => /\bcurtains\b/i.test(await copied()));

  network.cut();
  await page.reload();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page
    .getByText(/Can’t reach your server/)
    .first()
    .waitFor();
  await page.goto(`${url}/`);
  await page.getByRole('link', { name: /\bcurtains\b/i }).waitFor();

  network.mend();
  await tab.go('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(await copied(), 'null');
});
