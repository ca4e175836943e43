/** The console without the network. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { isUncovered, movePointerAway, openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';
import { createSampleDay } from './sample-day.ts';

let lossy: Awaited<ReturnType<typeof startLossyService>>;
let ids: { talk: string; person: string; fact: string; task: string };

before(async () => {
  lossy = await startLossyService();
  const { owner } = lossy.service;
  const made = async (path: string, body: object) =>
    String((await owner.call('POST', path, body)).body['id']);
  const fact = await made('/v3/memories', { content: 'I sail to Horta' });
  const task = await made('/v1/action-items', { description: 'Renew the licence' });
  await made('/v1/goals', { title: 'Swim a mile' });
  await createSampleDay(owner);
  const { body: talks } = await owner.call('GET', '/v1/conversations?limit=100');
  const talk = (talks as Json[]).find((each) => /oak bench/.test(JSON.stringify(each)))!;
  const { body: people } = await owner.call('GET', '/v1/users/people');
  const person = (people as Json[]).find(({ name }) => name === 'Henrik')!;
  ids = { fact, task, talk: talk['id'], person: person['id'] };
});
after(() => lossy[Symbol.asyncDispose]());

/** The pages that one reads, and what one reads there. */
const PAGES: Record<string, { path: () => string; shows: RegExp }> = {
  today: { path: () => '/', shows: /garden/i },
  'the conversations': { path: () => '/conversations', shows: /garden/i },
  'a conversation': { path: () => `/conversations/${ids.talk}`, shows: /oak bench has to wait/ },
  'the memories': { path: () => '/memories', shows: /I sail to Horta/ },
  'a memory': { path: () => `/memories/${ids.fact}`, shows: /I sail to Horta/ },
  'the tasks': { path: () => '/tasks', shows: /Renew the licence/ },
  'a task': { path: () => `/tasks/${ids.task}`, shows: /Renew the licence/ },
  'the goals': { path: () => '/goals', shows: /Swim a mile/ },
  'the people': { path: () => '/people', shows: /Henrik/ },
  'a person': { path: () => `/people/${ids.person}`, shows: /Henrik/ },
  'a search': { path: () => '/search?q=bench', shows: /oak bench has to wait/ },
};

const reads = (page: Page, text: RegExp) => page.getByRole('main').getByText(text).first();

/** The answers in the copy, each as JSON with the time at which it was last shown. */
const copied = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    const request = indexedDB.open('commonplace-copy');
    // The page itself creates the database.
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => done([]);
    request.onsuccess = () => {
      const stores = request.result.transaction(['entries', 'answers']);
      const entries = stores.objectStore('entries').getAll();
      const answers = stores.objectStore('answers').getAll();
      stores.oncomplete = () => {
        request.result.close();
        done(entries.result.map(({ opened_at }, place) =>
          ({ opened_at, text: JSON.stringify(answers.result[place]) })));
      };
    };
  })`) as Promise<{ opened_at: number; text: string }[]>;

async function openWithCopy(paths: readonly (readonly [path: string, shows: RegExp])[]) {
  const tab = await openConsole(lossy.url, lossy.service.owner, { losesNetwork: true });
  const { page } = tab;
  // Each page is loaded anew, so none finds what another one has read.
  for (const [path, shows] of paths) {
    const began = Date.now();
    await tab.go(path);
    await reads(page, shows).waitFor();
    await eventually(`the copy of ${path}`, async () =>
      (await copied(page)).some(({ opened_at, text }) => opened_at > began && shows.test(text)),
    );
  }
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return tab;
}

test('every page that was opened opens without the network, and says from when it is', async () => {
  const { network, url, service } = lossy;
  const paths = Object.values(PAGES).map(({ path, shows }) => [path(), shows] as const);
  await using tab = await openWithCopy(paths);
  const { page } = tab;
  network.cut();
  for (const [name, { path, shows }] of Object.entries(PAGES)) {
    await page.goto(`${url}${path()}`);
    await reads(page, shows)
      .waitFor({ timeout: 5_000 })
      .catch(() => assert.fail(`${name} does not open`));
    await page
      .getByRole('status')
      .getByText(/as of \d+:\d\d/)
      .waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, name);
  }

  // The same without loading the page anew.
  await page.goto(`${url}/tasks`);
  for (const [link, shows] of [
    ['Today', /garden/i],
    ['Goals', /Swim a mile/],
    ['People', /Henrik/],
    ['Memories', /I sail to Horta/],
    ['Conversations', /garden/i],
    ['Tasks', /Renew the licence/],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await reads(page, shows).waitFor();
  }

  // The network is back, and the page shows what has changed meanwhile, without a press.
  await service.owner.call('PATCH', `/v1/action-items/${ids.task}`, {
    description: 'Renew the licence and the passport',
  });
  network.mend();
  await reads(page, /and the passport/).waitFor();
  await page.getByText(/as of \d+:\d\d/).waitFor({ state: 'detached' });
});

test('a page that was not opened says so, and opens by itself; Ask and Talk say why they cannot', async () => {
  const { network } = lossy;
  await using tab = await openWithCopy([['/tasks', /Renew the licence/]]);
  const { page } = tab;
  network.cut();
  await page
    .getByRole('status')
    .getByText(/as of \d+:\d\d/)
    .waitFor();
  await page.getByRole('link', { name: 'Talk', exact: true }).first().click();
  await page
    .getByRole('main')
    .getByText(/is kept in this browser/)
    .waitFor();
  await page.getByRole('link', { name: 'Ask', exact: true }).first().click();
  const reason = page.getByRole('main').getByText(/Asking needs your server/);
  await reason.waitFor();
  // On a phone too, the reason is in view, and the lines at the foot do not cover the field.
  await page.setViewportSize({ width: 360, height: 740 });
  const field = page.getByLabel('What do you want to know?');
  await eventually('the reason to be in view', () => isUncovered(reason));
  await field.fill('When is the party?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await eventually('the field to be in view', () => isUncovered(field));
  await page.setViewportSize({ width: 1280, height: 820 });
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click();
  await page.getByText(/not opened in this browser in the last seven days/).waitFor();
  network.mend();
  await reads(page, /Swim a mile/).waitFor();
});

test('a service that is slow shows the copy at once, and then what is new', async () => {
  await using tab = await openWithCopy([['/goals', /Swim a mile/]]);
  const { page } = tab;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/v1\/goals\?/, async (route) => {
    await held;
    await route.fallback();
  });
  await lossy.service.owner.call('POST', '/v1/goals', { title: 'Read Camões' });
  await page.reload();
  await reads(page, /Swim a mile/).waitFor();
  await page
    .getByRole('status')
    .getByText(/is being renewed/)
    .waitFor();
  answer();
  await reads(page, /Read Camões/).waitFor();
  await page.getByText(/is being renewed/).waitFor({ state: 'detached' });
});

test('a network that passes nothing, as in a tunnel, keeps no page from opening', async () => {
  const { network, service } = lossy;
  await using tab = await openWithCopy([['/goals', /Swim a mile/]]);
  const { page } = tab;
  network.freeze();
  await page.reload();
  await reads(page, /Swim a mile/).waitFor();
  await page
    .getByRole('status')
    .getByText(/as of \d+:\d\d/)
    .waitFor();
  await service.owner.call('POST', '/v1/goals', { title: 'Visit Évora' });
  network.mend();
  await reads(page, /Visit Évora/).waitFor();
});

test('signing out erases the copy, also when another tab still shows a page', async () => {
  await using tab = await openWithCopy([
    ['/goals', /Swim a mile/],
    ['/tasks', /Renew the licence/],
  ]);
  const { page } = tab;
  const other = await page.context().newPage();
  movePointerAway(other);
  await other.goto(`${lossy.url}/settings`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.deepEqual(await copied(other), []);
  // The dialog may be there already, and then it covers and hides the link.
  const goals = page.getByRole('link', { name: 'Goals', exact: true, includeHidden: true });
  await goals.first().dispatchEvent('click');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))');
  assert.deepEqual(await copied(page), []);
});
