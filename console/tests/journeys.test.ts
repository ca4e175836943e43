/** Tests what a person does in the console, in Chromium with the whole service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

let service: TestService;
let ids: string[];

before(async () => {
  service = await startService();
  ids = await createSampleDay(service.owner);
});
after(() => service[Symbol.asyncDispose]());

test('after signing in, the wanted page opens', async () => {
  await using tab = await openConsole(service.service.url);
  const { page } = tab;
  await tab.go(`/conversations/${ids[1]}`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not the right one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(/wrong|not right|incorrect/i).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /garden/i }).waitFor();
});

test('the list leads by keys to a conversation, whose task can be ticked', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/conversations');
  await page.getByRole('link', { name: /\b(?:curtains|table)\b/i }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /\b(?:curtains|table)\b/i }).waitFor();
  // A task for a day, without an hour, shows the day alone.
  const due = await page.locator('label', { hasText: /order curtains/i }).innerText();
  assert.match(due, /curtains\s+\w{3} \d+$/i);
  // The rows of the list have checkboxes named "Select …".
  const checkbox = page.getByRole('checkbox', { name: /^book a table/i });
  const isCheckedBeforeNextTask = await checkbox.evaluate(
    async (element: { click(): void; checked: boolean }) => {
      element.click();
      for (let microtasks = 0; microtasks < 20; microtasks++) await Promise.resolve();
      return element.checked;
    },
  );
  assert.ok(isCheckedBeforeNextTask, 'the change shows at once');
  await eventually('the task to be done', async () => {
    const { body } = await service.owner.call('GET', `/v1/conversations/${ids[0]}`);
    const items = body.structured.action_items as { description: string; completed: boolean }[];
    return items.find(({ description }) => /^book a table/i.test(description))?.completed;
  });
});

test('the ribbon of a conversation is read and opened by keys', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/');
  const ribbon = page.getByRole('slider', { name: /garden/i });
  await ribbon.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.match((await ribbon.getAttribute('aria-valuetext'))!, /oak bench has to wait/);
  await page.keyboard.press('Enter');
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'oak bench' }).waitFor();
});

test('the palette finds a sentence and opens it at its moment', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/tasks');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('oak bench');
  await page.getByRole('option', { name: /oak bench has to wait/i }).click();
  await page.locator('[data-segment].bg-ember-wash', { hasText: 'oak bench' }).waitFor();
});

test('the words of a turn from a chosen word on get another speaker', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(8000);
  await tab.go(`/conversations/${ids[1]}`);
  const turn = page.getByRole('listitem').filter({ hasText: 'oak bench has to wait' });
  await turn.getByRole('button', { name: /^Change what/ }).click();
  await page.getByRole('menuitem', { name: /Split here/ }).click();
  await turn.getByText('Then the oak bench has to wait').waitFor();
  await turn.getByRole('button', { name: 'bench', exact: true }).click();
  await eventually('the last words to have another speaker', async () => {
    const { body } = await service.owner.call('GET', `/v1/conversations/${ids[1]}`);
    const [said] = body.transcript_segments.filter(({ text }: { text: string }) =>
      text.startsWith('bench has to wait'),
    );
    return said !== undefined;
  });
});

test('a found person, task and fact open their own pages', async () => {
  const { body } = await service.owner.call('POST', '/v3/memories', { content: 'Henrik rows' });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('Henrik');
  await page.getByRole('option', { name: 'Henrik', exact: true }).click();
  await page.waitForURL(/\/people\/[\w-]+$/);
  await tab.go('/search?q=Henrik');
  await page.getByRole('link', { name: /Send Henrik/ }).click();
  await page.waitForURL(/\/tasks\/[\w-]+$/);
  await page.goBack();
  await page.getByLabel('Search').fill('Henrik rows');
  await page.getByRole('link', { name: 'Henrik rows' }).click();
  await page.waitForURL(`**/memories/${body.id}`);
});

test('a deleted conversation can be brought back, and is gone after ten seconds', async () => {
  const { body } = await service.owner.call('POST', '/v1/conversations/from-text', {
    text: 'The lighthouse keeper sells her boat next summer.',
  });
  await eventually('the text to be understood', async () => {
    const { body: read } = await service.owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/conversations');
  const row = page.getByRole('link', { name: /lighthouse|boat/i });
  const remove = async () => {
    await row.hover();
    await page.getByRole('checkbox', { name: /lighthouse|boat/i }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  const kept = await service.owner.call('GET', `/v1/conversations/${body.id}`);
  assert.equal(kept.status, 200);
  await page.keyboard.press('Escape');
  await remove();
  await eventually('the conversation to be deleted', async () => {
    const { status } = await service.owner.call('GET', `/v1/conversations/${body.id}`);
    return status === 404;
  });
});

test('a change after the end of the session waits for the sign-in and is not lost', async () => {
  await using tab = await openConsole(service.service.url);
  const { page } = tab;
  await tab.go('/sign-in?to=/memories');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Add a fact').waitFor();
  await page.context().clearCookies();
  await page.getByLabel('Add a fact').fill('Keeps three hives of bees');
  await page.getByRole('button', { name: 'Add' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
  await sheet.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Keeps three hives of bees', exact: true }).waitFor();
});

test('the page notices the end of the session by itself, and still knows the account', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await page.route(/\/v1\/events/, (route) => route.fulfill({ status: 401, json: {} }));
  await tab.go('/memories');
  await page.getByLabel('Add a fact').waitFor();
  await page.context().clearCookies();
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
  await sheet.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
});

test('what another program does appears without reloading', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  const stream = page.waitForResponse(/\/v1\/events/);
  await tab.go('/tasks');
  await page.getByRole('checkbox', { name: /Send Henrik/ }).waitFor();
  await stream;
  await service.owner.call('POST', '/v1/action-items', { description: 'Feed the tortoise' });
  await page.getByRole('checkbox', { name: 'Feed the tortoise' }).waitFor();
});

test('a refused change is taken back with its reason', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await page.route(/\/v1\/action-items\/[\w-]+$/, (route) =>
    route.fulfill({ status: 422, json: { detail: 'The tortoise is asleep.' } }),
  );
  await tab.go('/tasks');
  const box = page.getByRole('checkbox', { name: /Send Henrik/ });
  await box.click();
  await page.getByText('The tortoise is asleep.').first().waitFor();
  assert.equal(await box.isChecked(), false);
});

test('a question is answered with the conversation that it comes from', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/ask');
  await page
    .getByLabel('What do you want to know?')
    .fill('What is the budget of the garden project?');
  await page.keyboard.press('Enter');
  await page
    .getByText(/nine hundred euros/i)
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: /garden/i })
    .first()
    .click();
  await page.getByRole('heading', { name: /garden/i }).waitFor();
});

test('the empty page of questions proposes some about the user’s own days', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  const { body: chat } = await service.owner.call('POST', '/v2/chat-sessions', {});
  await tab.go(`/ask/${chat.id}`);
  await page.getByRole('button', { name: /^What did I last talk about with \w/ }).waitFor();
  await page.getByRole('button', { name: /^What did I talk about on \w/ }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  const task = await page.getByRole('button', { name: /^When is “.*” due\?/ }).boundingBox();
  assert.ok(task && task.x + task.width <= 360, JSON.stringify(task));
});

test('the settings change the language and the colours', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings');
  await page.getByText('Deutsch').click();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.getByText('Dunkel').click();
  await page.reload();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  assert.equal(
    await page.evaluate('getComputedStyle(document.documentElement).colorScheme'),
    'dark',
  );
});

test('a fact that is no longer true is closed, shows its history and is opened again', async () => {
  const { body } = await service.owner.call('POST', '/v3/memories', {
    content: 'Teaches at the harbour school',
  });
  await service.owner.call('PATCH', `/v3/memories/${body.id}`, {
    content: 'Teaches at the school in Horta',
  });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/memories');
  const fact = page.getByRole('button', { name: 'Teaches at the school in Horta', exact: true });
  await fact.hover();
  await page.locator(`a[href$="/memories/${body.id}"]`).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText('Teaches at the harbour school').waitFor();
  await page.getByRole('button', { name: 'No longer true' }).click();
  await page.getByText(/^True until/).waitFor();
  await page.getByRole('link', { name: 'Memories' }).first().click();
  await page.getByLabel('Add a fact').waitFor();
  await fact.waitFor({ state: 'detached' });
  await tab.go(`/memories/${body.id}`);
  await page.getByRole('button', { name: 'True again' }).click();
  await page.getByRole('button', { name: 'No longer true' }).waitFor();
});

test('the labelled fields of a fact are changed on its page, in the language of the reader', async () => {
  const { body } = await service.owner.call('POST', '/v3/memories', {
    content: 'Keeps bees behind the school',
    tags: ['bees'],
  });
  const path = `/v3/memories/${body.id}`;
  const tags = async () => (await service.owner.call('GET', path)).body.tags;
  await using tab = await openConsole(service.service.url, service.owner, { locale: 'de-DE' });
  await tab.go(`/memories/${body.id}`);
  const field = tab.page.getByLabel('Schlagwörter');
  assert.equal(await field.inputValue(), 'bees');
  await field.fill('bees, honey ,');
  await field.press('Enter');
  await eventually('the tags', async () => (await tags()).join() === 'bees,honey');
  assert.equal(await field.inputValue(), 'bees, honey');
  await field.fill('nothing of this');
  await field.press('Escape');
  assert.equal(await field.inputValue(), 'bees, honey');
  await field.fill('');
  await field.blur();
  await eventually('no tags', async () => (await tags()).length === 0);
});
