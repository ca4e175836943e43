/** Tests that the palette goes everywhere and does everything, by words that people type. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
  const { owner } = service;
  await owner.call('POST', '/v1/users/people', { name: 'Keya Reis' });
  await owner.call('POST', '/v1/folders', { name: 'Key decisions' });
  await owner.call('POST', '/v3/memories', { content: 'The key is below the blue pot' });
});
after(() => service[Symbol.asyncDispose]());

/** A page listens to keys a moment after it is shown. */
const open = async (page: Page, text: string) => {
  await eventually('the palette', async () => {
    await page.keyboard.press('Control+k');
    return page.getByRole('combobox').count();
  });
  await page.getByRole('combobox').fill(text);
};
const first = (page: Page) => page.getByRole('option', { selected: true });

test('pages, settings, actions, people, folders and found records come in this order', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await open(page, 'key');
  await page.getByRole('option', { name: 'The key is below' }).waitFor();
  await page.getByRole('option', { name: 'Keya Reis' }).waitFor();
  const groups = page.getByRole('listbox').getByRole('group');
  const names = await groups.evaluateAll((all): string[] =>
    all.map((group) => group.getAttribute('aria-label')!),
  );
  assert.deepEqual(names, ['Go to', 'Do', 'People', 'Folders', 'Memories', 'Search', 'Ask']);
  await first(page).getByText('Settings: API keys').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/keys');

  for (const [typed, option] of [
    ['password', 'Change the password'],
    ['exprot', 'Export everything'],
    ['webhok', 'Settings: Webhooks'],
    ['log out', 'Sign out'],
    ['modles', 'Settings: Models'],
  ] as const) {
    await open(page, typed);
    await page.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Escape');
  }
});

test('actions run from the palette: a theme, a task, a key; what is done often is on top', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go('/goals');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await open(page, 'dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=dark]').waitFor();
  await open(page, 'light');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=light]').waitFor();

  await open(page, 'new taks');
  await first(page).getByText('New task …').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('water the ferns tomorrow');
  await first(page).getByText('New task “water the ferns tomorrow”').waitFor();
  await page.keyboard.press('Enter');
  await eventually('the task', async () => {
    const { body } = await service.owner.call('GET', '/v1/action-items');
    return body.some(
      ({ description, due_at }: { description: string; due_at: string | null }) =>
        description === 'water the ferns tomorrow' && due_at !== null,
    );
  });
  await page.getByText(/^Added, due /).waitFor();

  await open(page, 'make a key');
  await page.keyboard.press('Enter');
  await page.getByLabel('What is it for?').waitFor();
  await page.keyboard.press('Control+k');
  const groups = page.getByRole('listbox').getByRole('group');
  await groups.getByRole('option', { name: 'Make an API key' }).first().waitFor();
  assert.equal(await groups.first().getAttribute('aria-label'), 'Often');
});

test('records that were opened come back without a search, and signing out forgets them', async () => {
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'The ferry to Pico leaves at nine.', start: 0, end: 4 }],
  });
  await eventually('the talk to be understood', async () => {
    const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  await owner.call('PATCH', `/v1/conversations/${body.id}/title?title=Ferry%20times`);
  await using tab = await openConsole(service.service.url, owner, { locale: 'de-DE' });
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${body.id}`);
  await page.getByRole('heading', { name: 'Ferry times' }).waitFor();
  await tab.go('/goals');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  const lately = page.getByRole('group', { name: 'Zuletzt geöffnet' });
  await lately.getByRole('option', { name: 'Ferry times' }).waitFor();
  await page.getByRole('combobox').fill('schlüsel');
  await page.getByRole('option', { name: 'API-Schlüssel erstellen' }).waitFor();
  await page.getByRole('combobox').fill('abmelden');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
  await page.waitForURL('**/sign-in**');
  assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("Ferry")'), false);
});
