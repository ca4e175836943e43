// Long: it opens many tabs.
/** Tests that changes do not depend on the tab in which they were made. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { movePointerAway, openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const hangChanges = (page: Page) =>
  page.route('**/v1/action-items/*', (route) =>
    // The answer never comes.
    route.request().method() === 'PATCH' ? undefined : route.fallback(),
  );

/** The ways in which a tab can no longer send. */
const TABS: Record<string, { before?: (page: Page) => Promise<unknown>; after: StopsSending }> = {
  'was frozen': {
    before: hangChanges,
    // Chromium freezes no page without a window. The debugger stops the page after the event.
    after: async (page) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Debugger.enable');
      const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
      await page.evaluate('document.dispatchEvent(new Event("freeze"))');
      await page.getByText('1 change waits').waitFor();
      await page.evaluate('setTimeout(() => { debugger; })');
      await paused;
    },
  },
  'lost the network': {
    before: hangChanges,
    after: (page) => page.evaluate('dispatchEvent(new Event("offline"))'),
  },
  'lost the session': {
    before: (page) => page.context().clearCookies(),
    after: async (page, signIn) => {
      const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
      await sheet.waitFor();
      // The tabs of a browser share the session.
      await signIn();
    },
  },
};
type StopsSending = (page: Page, signIn: () => Promise<void>) => Promise<unknown>;

for (const [name, { before: prepare, after: stop }] of Object.entries(TABS)) {
  test(`another tab sends the change of a tab that ${name}, and its own`, async () => {
    const { owner } = service;
    const tasks = [`Buy bread when it ${name}`, `Call the yard when it ${name}`];
    for (const description of tasks) await owner.call('POST', '/v1/action-items', { description });
    await using tab = await openConsole(service.service.url, owner, { losesNetwork: true });
    const { page } = tab;
    const other = await page.context().newPage();
    movePointerAway(other);
    for (const each of [page, other]) {
      await each.goto(`${service.service.url}/tasks`);
      await each.getByRole('checkbox', { name: tasks[0]! }).waitFor();
    }
    const cookies = await page.context().cookies();
    await prepare?.(page);
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('checkbox', { name: tasks[0]! }).check();
    await asked;
    await stop(page, () => page.context().addCookies(cookies));
    await other.getByRole('checkbox', { name: tasks[1]! }).check();
    await eventually('both changes', async () => {
      const { body } = await owner.call('GET', '/v1/action-items?limit=100');
      const done = (body as Json[]).filter(({ completed }) => completed);
      return tasks.every((task) => done.some(({ description }) => description === task));
    });
    if (name !== 'lost the session') return;
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
    await sheet.waitFor({ state: 'hidden' });
    assert.equal(await page.getByText(/waits/).count(), 0);
  });
}
