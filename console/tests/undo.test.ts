/** Tests that ticks, deletions, drops and merges can be undone, and that keys work below a notice. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test('a ticked task stays where it is until one leaves, and z undoes ticks and deletions', async () => {
  const { owner } = service;
  const add = (description: string, due_at: string | null) =>
    owner.call('POST', '/v1/action-items', { description, due_at });
  await add('Water the ferns', daysAgo(9));
  await add('Ring the yard', daysAgo(8));
  await add('Order the curtains', daysAgo(7));
  const taskOf = async (description: string) =>
    ((await owner.call('GET', '/v1/action-items?limit=100')).body as Json[]).find(
      (each) => each['description'] === description,
    );
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/tasks');
  const list = page.getByRole('list', { name: 'Tasks' });
  const rows = async () =>
    Array.from(
      (await list.ariaSnapshot()).matchAll(/checkbox "([^"]*)"( \[checked\])?/g),
      ([, name, isDone]) => (isDone ? `${name} ✓` : name),
    );
  const first = list.getByRole('checkbox').first();
  await first.waitFor();
  await first.click();
  await eventually(
    'the tick to be stored',
    async () => (await taskOf('Water the ferns'))!['completed'],
  );
  // The event of the own change reads the list again, which then lacks the task.
  await owner.call('POST', '/v1/action-items', { description: 'Feed the cat' });
  await list.getByText('Feed the cat').first().waitFor();
  assert.deepEqual(await rows(), [
    'Water the ferns ✓',
    'Ring the yard',
    'Order the curtains',
    'Feed the cat',
  ]);
  assert.equal(await page.getByText('Overdue ·').count(), 2, 'a done task is not overdue');

  // Keys work below the notice: the second press reaches the tick before it.
  await list.getByRole('checkbox', { name: 'Ring the yard' }).click();
  await page.getByText('Done: Ring the yard').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Done: Ring the yard').waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await eventually('both ticks to be undone', async () => {
    const [ferns, yard] = [await taskOf('Water the ferns'), await taskOf('Ring the yard')];
    return ferns!['completed'] === false && yard!['completed'] === false;
  });
  assert.deepEqual((await rows()).slice(0, 2), ['Water the ferns', 'Ring the yard']);

  await list.getByText('Order the curtains').last().hover();
  await page.getByRole('button', { name: 'Delete “Order the curtains”' }).click();
  await page.getByText('Task deleted').waitFor();
  await page.keyboard.press('z');
  await list.getByRole('checkbox', { name: 'Order the curtains' }).waitFor();

  // After the user has left the page, the ticked task is under Done.
  await first.click();
  await page.getByText('Done: Water the ferns').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: 'Memories' }).waitFor();
  await page.goBack();
  await list.getByRole('checkbox', { name: 'Ring the yard' }).waitFor();
  await list.getByRole('checkbox', { name: 'Water the ferns' }).waitFor({ state: 'detached' });
  await page.getByText('Done', { exact: true }).click();
  assert.ok(await page.getByRole('checkbox', { name: 'Water the ferns' }).isChecked());
});

test('what is due today comes first on the day, and what is overdue is called so', async () => {
  const { owner } = service;
  const { body: account } = await owner.call('GET', '/v1/auth/me');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: account['timezone'] }).format();
  await owner.call('POST', '/v1/action-items/batch', {
    action_items: [
      ...Array.from({ length: 8 }, (_, index) => ({
        description: `Old promise ${index}`,
        due_at: daysAgo(20 + index),
      })),
      { description: 'Pay the rent', due_at: `${today}T23:59:00.000Z` },
    ],
  });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/');
  const due = page.getByRole('region', { name: 'Due today' });
  const late = page.getByRole('region', { name: 'Overdue' });
  await due.getByRole('checkbox', { name: /Pay the rent/ }).waitFor();
  assert.equal(await due.getByRole('checkbox').count(), 1);
  assert.equal(await late.getByRole('checkbox').count(), 3);
  await late.getByText('Overdue ·').first().waitFor();
  const rent = due.getByRole('checkbox', { name: /Pay the rent/ });
  await rent.click();
  await owner.call('POST', '/v1/action-items', {
    description: 'Sweep',
    due_at: `${today}T23:58:00.000Z`,
  });
  await due.getByRole('checkbox', { name: /Sweep/ }).waitFor();
  assert.ok(await rent.isChecked());
});
