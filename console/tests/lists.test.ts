/** Tests that long lists render only what is visible, and still reach their end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('long lists of tasks and people render only the visible rows, and reach their end', async () => {
  await using service = await startService();
  const { owner } = service;
  const number = (index: number) => String(index).padStart(3, '0');
  for (let batch = 0; batch < 5; batch += 1) {
    const items = Array.from({ length: 50 }, (_, index) => ({
      description: `Water plant ${number(batch * 50 + index)}`,
      // The last ones have no date.
      due_at: batch === 4 ? null : new Date(Date.UTC(2024, 0, 1, batch * 50 + index)).toISOString(),
    }));
    await owner.call('POST', '/v1/action-items/batch', { action_items: items });
  }
  const names = Array.from({ length: 60 }, (_, index) => `Person ${number(index)}`);
  const people = [...names, 'Özlem', 'émile'];
  await Promise.all(people.map((name) => owner.call('POST', '/v1/users/people', { name })));
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const scrollUntil = async (text: string) => {
    const found = page.getByText(text, { exact: true }).first();
    for (let step = 0; step < 40 && (await found.count()) === 0; step += 1) {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await found.waitFor();
    assert.ok((await page.locator('[data-index]').count()) < 60, 'only visible rows are rendered');
  };

  await tab.go('/tasks');
  await page.getByRole('heading', { name: 'Overdue' }).waitFor();
  await page.getByText('Water plant 000', { exact: true }).first().waitFor();
  await scrollUntil('Water plant 249');
  await page.getByRole('heading', { name: 'Someday' }).waitFor();
  const [first] = (await owner.call('GET', '/v1/action-items?sort=due_asc&limit=1')).body;
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('checkbox', { name: 'Water plant 000' }).check();
  await page.getByRole('checkbox', { name: 'Water plant 000' }).waitFor({ state: 'detached' });
  const { body } = await owner.call('GET', `/v1/action-items/${first.id}`);
  assert.equal(body.completed, true);

  await tab.go('/people');
  await page.getByRole('heading', { name: 'E', exact: true }).waitFor();
  await scrollUntil('Person 059');
  await page.getByRole('heading', { name: 'P', exact: true }).waitFor();
});
