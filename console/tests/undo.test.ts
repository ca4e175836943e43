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

test('facts are reviewed as fast as one presses, below notices, and the last answer is undone', async () => {
  await using own = await startService();
  const { owner } = own;
  // The review knows facts that the list has not loaded.
  for (let batch = 0; batch < 3; batch += 1) {
    await owner.call('POST', '/v3/memories/batch', {
      memories: Array.from({ length: 25 }, (_, index) => ({
        content: `Owns boat ${batch * 25 + index} of the club`,
      })),
    });
  }
  const places = ['Porto', 'Faro', 'Braga', 'Evora', 'Lagos', 'Tomar', 'Viseu', 'Guarda'];
  for (const [index, place] of places.entries()) {
    await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [
        {
          text: `My friend number ${index + 1} lives in ${place}.`,
          is_user: true,
          start: 0,
          end: 4,
        },
      ],
    });
  }
  const facts = async (verdict: boolean | null) => {
    const { body } = await owner.call('GET', '/v3/memories?limit=200&manually_added=false');
    return (body as Json[]).filter(({ user_review }) => user_review === verdict).length;
  };
  const all = await eventually('the facts', async () => {
    const count = await facts(null);
    return count >= 6 && count;
  });
  await using tab = await openConsole(own.service.url, owner);
  const { page } = tab;
  await tab.go('/memories');
  const review = page.getByRole('region', { name: 'To review' });
  await review.getByText(`${all} facts to review`).waitFor();
  await review.getByText(/^Heard on/).waitFor();
  await page.keyboard.press('n');
  await page.getByText('Rejected. It will not come back.').waitFor();
  for (let press = 2; press < all; press += 1) await page.keyboard.press('y');
  await review.getByText('One fact to review').waitFor();
  await eventually('the answers to be stored', async () => (await facts(null)) === 1);
  assert.equal(await facts(true), all - 2);
  await page.keyboard.press('z');
  await review.getByText('2 facts to review').waitFor();
  await eventually('the undone answer', async () => (await facts(null)) === 2);
});

test('facts are searched and filtered, and say where they come from', async () => {
  await using own = await startService();
  const { owner } = own;
  const { body: talk } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [
      { text: 'I live in Porto with my sister Rita.', is_user: true, start: 0, end: 4 },
    ],
    started_at: '2026-03-04T10:00:00Z',
    finished_at: '2026-03-04T10:01:00Z',
  });
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees', tags: ['garden'] });
  await using tab = await openConsole(own.service.url, owner);
  const { page } = tab;
  await tab.go('/memories');
  await page.getByLabel('Add a fact').fill('I sail on Thursdays');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Memories' });
  const heading = (name: string) => list.getByRole('heading', { name });
  await heading('Written by you').waitFor();
  await list.getByText('I sail on Thursdays').waitFor();
  await list.getByText(/^You wrote this on/).waitFor();
  await heading('Added by programs').waitFor();
  await list.getByText(/^Added by a program on/).waitFor();
  await list.getByRole('link', { name: /^Heard on/ }).click();
  await page.waitForURL(`**/conversations/${talk.id}`);
  await page.goBack();

  await page.getByRole('link', { name: '#garden' }).first().click();
  await list.getByText('I sail on Thursdays').waitFor({ state: 'detached' });
  await list.getByText('Keeps bees').waitFor();
  await page.getByRole('link', { name: '#garden' }).first().click();
  await page.getByRole('link', { name: 'Written by you' }).click();
  await list.getByText('Keeps bees').waitFor({ state: 'detached' });
  await list.getByText('I sail on Thursdays').waitFor();
  await page.getByRole('link', { name: 'Written by you' }).click();
  await page.getByLabel('Search in memories').fill('porto');
  await list.getByText(/Porto/).first().waitFor();
  await list.getByText('I sail on Thursdays').waitFor({ state: 'detached' });
  await page.getByLabel('Search in memories').fill('elephant');
  await page.getByText('No fact is like that.').waitFor();
});
