// Long: it waits for lost networks.
/** Tests new records whose answer is lost, after the service has stored them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ManualClock } from '../../src/core/clock.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock(new Date().toISOString());
let lossy: Awaited<ReturnType<typeof startLossyService>>;

before(async () => {
  lossy = await startLossyService({ clock });
});
after(() => lossy[Symbol.asyncDispose]());

const addTo = (label: string) => async (page: Page) => {
  await page.getByLabel(label).fill('Swim');
  await page.keyboard.press('Enter');
};

const RECORDS = [
  { name: 'task', path: '/tasks', api: '/v1/action-items', add: addTo('Add a task') },
  { name: 'fact', path: '/memories', api: '/v3/memories', add: addTo('Add a fact') },
  {
    name: 'goal',
    path: '/goals',
    api: '/v1/goals',
    add: async (page: Page) => {
      await page.getByRole('button', { name: 'New goal' }).click();
      await page.getByLabel('What do you want to achieve?').fill('Swim');
      await page.getByRole('button', { name: 'Create' }).click();
    },
  },
];

for (const { name, path, api, add } of RECORDS) {
  test(`a ${name} whose answer is lost is created once, also when it is sent again days later`, async () => {
    const { url, service } = lossy;
    await using tab = await openConsole(url, service.owner, { losesNetwork: true });
    const { page } = tab;
    let sent = 0;
    await page.route(`**${api}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent += 1;
      await route.fetch();
      await route.abort();
    });
    await tab.go(path);
    await add(page);
    await page.getByText('1 change waits').waitFor();
    clock.advance(2 * DAY_MS);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('1 change waits').waitFor({ state: 'detached' });
    assert.ok(sent > 0);
    const { body } = await service.owner.call('GET', `${api}?limit=10`);
    assert.equal((body as Json[]).length, 1);
  });
}
