import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../src/core/clock.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const DAY = 86_400_000;

test('the progress of a goal is recorded, and its chart grows by a day', async () => {
  const clock = new ManualClock('2026-03-05T10:00:00Z');
  await using service = await startService({ clock });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/goals');
  await page.getByRole('button', { name: 'New goal' }).click();
  await page.getByLabel('What do you want to achieve?').fill('Swim');
  await page.getByLabel('Target, as a number').fill('20');
  await page.getByLabel('Unit, such as km').fill('km');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('0 of 20 km').waitFor();
  const goal = page.getByRole('listitem').filter({ hasText: 'Swim' });
  const line = goal.locator('polyline');
  assert.equal(await line.count(), 0, 'a single value makes no line');

  const points = async () => ((await line.getAttribute('points')) ?? '').split(' ');
  /** Records a value on the next day, and returns how far below the upper edge each day is drawn. */
  const record = async (value: string, days: number) => {
    clock.advance(DAY);
    await page.getByLabel('New value of “Swim”').fill(value);
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(`${value} of 20 km`).waitFor();
    await line.waitFor();
    await eventually(`${days} days`, async () => (await points()).length === days);
    return (await points()).map((point) => Number(point.split(',')[1]));
  };
  const [zero, five] = await record('5', 2);
  assert.ok(five! < zero!, 'a higher value is drawn higher');
  const [, , fifteen] = await record('15', 3);
  assert.ok(fifteen! < five!);
  assert.equal(
    await goal
      .locator('[style*="scaleX"]')
      .evaluate((bar: { style: { transform: string } }) => bar.style.transform),
    'scaleX(0.75)',
  );
  assert.equal(await page.getByPlaceholder('New value').count(), 1, 'the field says what it is');
  assert.equal(await goal.getByText('Achieved').count(), 0);
  await record('20', 4);
  await goal.getByText('Achieved').waitFor();
});
