/** Tests that no fault loses a word that was typed, on every page that adds something. */
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
});
after(() => service[Symbol.asyncDispose]());

interface Adding {
  path: string;
  label: string | RegExp;
  /** The address to which the page sends, and from which the test reads. */
  address: string;
}
const PAGES: Record<string, Adding> = {
  tasks: { path: '/tasks', label: 'Add a task', address: '/v1/action-items' },
  memories: { path: '/memories', label: /^Add a fact/, address: '/v3/memories' },
  people: { path: '/people', label: 'Add a person', address: '/v1/users/people' },
};

async function count({ address }: Adding, text: string): Promise<number> {
  const { body } = await service.owner.call('GET', `${address}?limit=100`);
  return JSON.stringify(body).split(JSON.stringify(text).slice(1, -1)).length - 1;
}

/** What a fault does to the requests that add something. */
const onPost = (page: Page, { address }: Adding, act: () => Promise<unknown> | undefined) =>
  page.route(
    (url) => url.pathname === address,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const answer = await act();
      return answer ? route.fulfill(answer as object) : route.fallback();
    },
  );

for (const [name, adding] of Object.entries(PAGES)) {
  test(`${name}: a full disk says so and keeps the text in its field`, async () => {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page } = tab;
    let isFull = true;
    await onPost(page, adding, async () =>
      isFull ? { status: 507, json: { detail: 'The disk is full.' } } : undefined,
    );
    await tab.go(adding.path);
    const field = page.getByLabel(adding.label);
    await field.fill(`Lighthouse of ${name}`);
    await field.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/disk of the service is full/)
      .waitFor();
    assert.equal(await field.inputValue(), `Lighthouse of ${name}`);
    isFull = false;
    await field.press('Enter');
    await eventually('the text', async () => (await count(adding, `Lighthouse of ${name}`)) > 0);
    await eventually('the line', () => /507/.test(tab.complaints.join()));
    tab.complaints.length = 0;
  });

  test(`${name}: a slow service shows the text meanwhile, and stores it once`, async () => {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page } = tab;
    let answer = () => {};
    const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    await onPost(page, adding, () => held);
    await tab.go(adding.path);
    const field = page.getByLabel(adding.label);
    for (let press = 1; press <= 2; press += 1) {
      await field.fill(`Harbour of ${name}`);
      await field.press('Enter');
      await page.getByText(`Harbour of ${name}`).first().waitFor();
    }
    answer();
    await field.fill('Next');
    const shown = page.getByRole('list').getByText(`Harbour of ${name}`);
    await shown.first().waitFor();
    assert.equal(await count(adding, `Harbour of ${name}`), 1);
    assert.equal(await field.inputValue(), 'Next', 'what one types meanwhile stays');
  });

  test(`${name}: a session that ended elsewhere asks for a sign-in, and loses nothing`, async () => {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page } = tab;
    await tab.go(adding.path);
    const field = page.getByLabel(adding.label);
    await field.waitFor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await field.fill(`Bridge of ${name}`);
    await field.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
    await sheet.waitFor();
    // The user signs in again in another tab.
    await page.context().addCookies(cookies);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('list').getByText(`Bridge of ${name}`).first().waitFor();
    await eventually(
      'it to be stored',
      async () => (await count(adding, `Bridge of ${name}`)) === 1,
    );
  });
}

test('who signs out is not asked to sign in by an answer that comes too late', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  // The page is still loading when the session ends, and reads the refusal before the sign-out.
  await page.route('**/v1/users/me/passkeys', async (route) => {
    await ended;
    await route.continue();
  });
  await page.route('**/v1/auth/sign-out', async (route) => {
    const response = await route.fetch();
    const refused = page.waitForResponse(/\/passkeys$/);
    end();
    assert.equal((await refused).status(), 401);
    await page.evaluate('new Promise(requestAnimationFrame)');
    await route.fulfill({ response });
  });
  await tab.go('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
});
