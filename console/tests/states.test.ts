// Long: it looks at forty pages with axe.
/** Tests the accessibility and the layout of pages that are empty, wait, fail or show a dialog. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { problemsOf } from './looks.ts';
import { startLossyService } from './lossy-service.ts';
import { createSampleDay } from './sample-day.ts';

let service: TestService;
let conversation: string;
let person: string;
let fact: string;
let task: string;

before(async () => {
  service = await startService();
  [conversation] = (await createSampleDay(service.owner)) as [string];
  const first = async (path: string) => (await service.owner.call('GET', path)).body[0].id;
  person = await first('/v1/users/people');
  fact = await first('/v3/memories');
  task = await first('/v1/action-items');
});
after(() => service[Symbol.asyncDispose]());

/** Pages, and the requests without which they show nothing. */
const pages = (): readonly (readonly [path: string, request: RegExp])[] => [
  ['/', /\/v1\/conversations\?/],
  ['/tasks', /\/v1\/auth\/me/],
  [`/shared/${conversation}`, /\/shared$/],
  ['/conversations', /\/v1\/conversations\?/],
  [`/conversations/${conversation}`, /\/v1\/conversations\/[\w-]+(?:\?|$)/],
  ['/memories', /\/v3\/memories\?/],
  ['/tasks', /\/v1\/action-items\?/],
  ['/goals', /\/v1\/goals\b/],
  ['/people', /\/v1\/users\/people\?/],
  [`/people/${person}`, /\/v1\/users\/people\?/],
  ['/ask', /\/v2\/messages/],
  ['/search?q=garden', /\/v1\/search/],
  [`/memories/${fact}`, /\/v3\/memories\/[\w-]+/],
  [`/tasks/${task}`, /\/v1\/action-items\/[\w-]+/],
  ['/settings', /\/v1\/users\/me\/passkeys/],
  ['/settings/voice', /\/v3\/speech-profile\/status/],
  ['/settings/words', /\/v1\/users\/me\/vocabulary/],
  ['/settings/keys', /\/v1\/dev\/keys/],
  ['/settings/assistants', /\/v1\/mcp\/oauth\/grants/],
  ['/settings/connections', /\/v1\/connections/],
  ['/settings/webhooks', /\/v1\/webhooks/],
  ['/settings/models', /\/v1\/models/],
  ['/settings/data', /\/v1\/calendar-address/],
  ['/settings/sessions', /\/v1\/users\/me\/sessions/],
  ['/operator', /\/v1\/installation/],
];

/** The bar of a phone has a button with the same name. */
const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const choose = (entry: RegExp) => async (page: Page) => {
  await press('More')(page);
  await page.getByRole('menuitem', { name: entry }).click();
};
/** A page listens to keys a moment after it is shown. */
const key = (name: string) => (page: Page) =>
  eventually('the dialog', async () => {
    await page.keyboard.press(name);
    return page.locator('[role=dialog]').count();
  });

test('pages of a new account, which are empty, have no barrier', async () => {
  await using empty = await startService();
  await using tab = await openConsole(empty.service.url, empty.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(20_000);
  const found: string[] = [];
  const texts: readonly (readonly [path: string, text: RegExp])[] = [
    ['/', /How would you like to start?/],
    ['/conversations', /Nothing here yet/],
    ['/memories', /Nothing here yet/],
    ['/tasks', /Nothing to do/],
    ['/goals', /No goal yet/],
    ['/people', /Nobody yet/],
    ['/search?q=heron', /Nothing matches/],
    [`/people/${person}`, /./],
    [`/conversations/${conversation}`, /./],
    ['/tasks/no/such', /./],
  ];
  for (const [at, [path, text]] of texts.entries()) {
    const open = async () => {
      await go(path);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    };
    found.push(...(await problemsOf(page, { name: `${path}, empty`, at, open })));
  }
  // The conversation does not exist here.
  const complaints = tab.complaints.splice(0).filter((line) => !/status of 404/.test(line));
  assert.deepEqual([...found, ...complaints], []);
});

test('pages that wait for the service have no barrier', async () => {
  const found: string[] = [];
  for (const [at, [path, request]] of pages().entries()) {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page, go } = tab;
    page.setDefaultTimeout(20_000);
    await page.route(request, () => {
      // The service never answers.
    });
    const open = async () => {
      await go(path);
      await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    };
    found.push(...(await problemsOf(page, { name: `${path}, waiting`, at, open })));
  }
  assert.deepEqual(found, []);
});

test('pages that the service cannot answer have no barrier', async () => {
  const found: string[] = [];
  for (const [at, [path, request]] of pages().entries()) {
    await using tab = await openConsole(service.service.url, service.owner, { isBroken: true });
    const { page, go } = tab;
    page.setDefaultTimeout(20_000);
    await page.route(request, (route) => route.fulfill({ status: 500, json: { detail: 'x' } }));
    const open = async () => {
      await go(path);
      await page
        .getByRole('alert')
        .getByText('Something went wrong on your server')
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    };
    found.push(...(await problemsOf(page, { name: `${path}, broken`, at, open })));
  }
  assert.deepEqual(found, []);
});

test('a page whose account could not be read opens when the user tries again', async () => {
  await using tab = await openConsole(service.service.url, service.owner, { isBroken: true });
  const { page, go } = tab;
  page.setDefaultTimeout(20_000);
  await page.route(/\/v1\/auth\/me/, (route) => route.fulfill({ status: 500, json: {} }));
  await go('/tasks');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await page.unroute(/\/v1\/auth\/me/);
  await again.click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
});

test('pages without the service have no barrier', async () => {
  await using lossy = await startLossyService();
  const { url, network, service: lost } = lossy;
  await using tab = await openConsole(url, lost.owner, { losesNetwork: true });
  const { page, go } = tab;
  page.setDefaultTimeout(20_000);
  await go('/settings');
  // The browser then has the files of all pages.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  network.cut();
  const found: string[] = [];
  for (const [at, name] of ['People', 'Goals', 'Memories', 'Tasks'].entries()) {
    const open = async () => {
      await key('Control+k')(page);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('alert').getByText('there is no copy of it').waitFor();
    };
    found.push(...(await problemsOf(page, { name: `${name}, away`, at, open })));
  }
  assert.deepEqual([...found, ...tab.complaints.splice(0)], []);
});

test('open dialogs and menus have no barrier', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(20_000);
  const found: string[] = [];
  const talk = `/conversations/${conversation}`;
  const dialogs: readonly (readonly [path: string, show: (page: Page) => Promise<unknown>])[] = [
    ['/', key('Control+k')],
    ['/tasks', key('?')],
    [talk, press('More')],
    [talk, choose(/Move to a folder/)],
    [talk, choose(/Translate/)],
    [talk, choose(/Summary from a template/)],
    [talk, press('Marta')],
    [`/people/${person}`, choose(/Merge with/)],
  ];
  for (const [at, [path, show]] of dialogs.entries()) {
    const open = async () => {
      await go(path);
      await show(page);
      await page.locator('[role=dialog], [role=menu]').last().waitFor();
    };
    found.push(
      ...(await problemsOf(page, { name: `${path}, dialog ${at}`, at, open, reopens: true })),
    );
  }
  // A menu is never inside a landmark.
  const barriers = found.filter((line) => !/: region: #base-ui/.test(line));
  assert.deepEqual([...barriers, ...tab.complaints.splice(0)], []);
});
