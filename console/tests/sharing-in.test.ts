/** Tests what the installed console offers to other apps and to the launcher of a phone, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import type { ConsoleTab } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

interface SharedFile {
  name: string;
  type: string;
  /** Base64. */
  content: string;
}
interface Share {
  title?: string;
  text?: string;
  url?: string;
  files?: SharedFile[];
}

const recording: SharedFile = {
  name: 'walk.wav',
  type: 'audio/wav',
  content: Buffer.from(writeWav(new Int16Array(16_000))).toString('base64'),
};
const fileOf = (name: string, type: string, text: string): SharedFile => ({
  name,
  type,
  content: Buffer.from(text).toString('base64'),
});

/** Runs in the page: sends the form that a browser sends when an app shares with the console. */
const SEND = `({ action, method, enctype, names, share }) => {
  const bytesOf = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const form = Object.assign(document.createElement('form'), { action, method, enctype });
  for (const name of ['title', 'text', 'url']) {
    const field = Object.assign(document.createElement('textarea'), { name: names[name], value: share[name] ?? '' });
    form.append(field);
  }
  const chosen = new DataTransfer();
  for (const { name, type, content } of share.files ?? []) {
    chosen.items.add(new File([bytesOf(content)], name, { type }));
  }
  const files = Object.assign(document.createElement('input'), { type: 'file', multiple: true, name: names.files[0].name });
  files.files = chosen.files;
  form.append(files);
  document.body.append(form);
  form.submit();
}`;

/** Shares as the manifest says. */
async function share(page: Page, given: Share): Promise<void> {
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const url = new URL(address!, page.url());
  const { share_target } = (await (await page.request.get(url.href)).json()) as {
    share_target: { action: string; params: unknown };
  };
  const action = new URL(share_target.action, url).href;
  const sent = { ...share_target, names: share_target.params, action, share: given };
  await page.evaluate(`(${SEND})(${JSON.stringify(sent)})`);
  await page.getByRole('heading', { name: 'Shared with Commonplace' }).waitFor();
}

/** Opens a page that has its service worker. */
async function openInstalled(user: ApiUser, losesNetwork = false): Promise<ConsoleTab> {
  const tab = await openConsole(service.service.url, user, { losesNetwork });
  await tab.go('/goals');
  await tab.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // The browser may have been that of an earlier test.
  await tab.page.evaluate("caches.delete('shared')");
  return tab;
}

const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
const opens = (page: Page) => page.getByRole('link', { name: 'Open the conversation' });
const waiting = (page: Page) =>
  page.evaluate(`caches.open('shared').then((each) => each.keys()).then((all) => all.length)`);

test('a text and a recording that were shared become conversations after a press', async () => {
  const { owner } = service;
  await using tab = await openInstalled(owner);
  const { page } = tab;
  const text = 'Henrik will bring the ladder on Saturday.';
  await share(page, { title: 'A note', text, files: [recording] });
  await page.getByText(text).waitFor();
  await page.getByText('walk.wav').waitFor();
  const before = (await owner.call('GET', '/v1/conversations')).body;
  assert.deepEqual(before, [], 'a form of another site imports nothing');
  await importButton(page).click();
  await opens(page).nth(1).waitFor();
  assert.equal(await waiting(page), 0);
  await opens(page).last().click();
  await page.getByText('the ladder').first().waitFor();
});

test('what is shared while signed out is imported after the sign-in', async () => {
  await using tab = await openInstalled(await ApiUser.signIn(service.service.url, OWNER));
  const { page } = tab;
  await page.context().clearCookies();
  const sent = share(page, { url: 'https://example.org/recipe', text: 'Soup with lentils' });
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await sent;
  await page.getByText('https://example.org/recipe').waitFor();
  await importButton(page).click();
  await opens(page).waitFor();
});

test('a text that the service does not answer stays, and can be tried again', async () => {
  await using tab = await openInstalled(service.owner, true);
  const { page } = tab;
  await share(page, { text: 'The boiler makes a noise again.' });
  await page.route('**/v1/conversations/from-text', (route) => route.abort());
  await importButton(page).click();
  await page.getByRole('alert').getByText('reach your server').waitFor();
  assert.equal(await waiting(page), 1);
  // It is still there in another page, which says so.
  await tab.go('/goals');
  await page.getByText('What you shared is not imported yet').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.unroute('**/v1/conversations/from-text');
  await importButton(page).click();
  await opens(page).waitFor();
});

test('a file of another kind and a text that is too long say so, and can be removed', async () => {
  await using tab = await openInstalled(service.owner);
  const { page } = tab;
  const files = [
    fileOf('plan.pdf', 'application/pdf', '%PDF'),
    fileOf('book.txt', 'text/plain', 'word '.repeat(20_001)),
  ];
  await share(page, { files });
  await page.getByText('neither a recording nor a text').waitFor();
  await importButton(page).click();
  await page.getByText('longer than 100').waitFor();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await remove.first().click();
  await remove.click();
  await page.getByText('Nothing waits to be imported').waitFor();
  assert.equal(await waiting(page), 0);
});

test('without room for more, the page says that the new part was not kept', async () => {
  await using tab = await openInstalled(service.owner);
  const { page } = tab;
  const files = Array.from({ length: 51 }, (_, at) => fileOf(`${at}.txt`, 'text/plain', 'A note.'));
  await share(page, { files });
  await page.getByRole('alert').getByText('no room for more').waitFor();
  assert.equal(await waiting(page), 0);
});

test('without a service worker, the page says that nothing was kept', async () => {
  await using tab = await openConsole(service.service.url, service.owner, { locale: 'en' });
  const { page } = tab;
  await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'serviceWorker', {
    value: { addEventListener() {}, register: () => Promise.reject(new Error('off')) },
  })`);
  await tab.go('/goals');
  await share(page, { text: 'A note.' });
  await page.getByRole('alert').getByText('did not keep').waitFor();
});

test('signing out deletes what was shared, after a question', async () => {
  await using tab = await openInstalled(await ApiUser.signIn(service.service.url, OWNER));
  const { page } = tab;
  await share(page, { text: 'A note.' });
  await tab.go('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('still waiting in this browser').waitFor();
  await page.getByRole('button', { name: 'Sign out and discard' }).click();
  await page.waitForURL(/sign-in/);
  assert.equal(await waiting(page), 0);
});

test('every shortcut opens its page, ready for the first word', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/');
  const url = new URL('/manifest.webmanifest', page.url()).href;
  const { shortcuts } = (await (await page.request.get(url)).json()) as {
    shortcuts: { name: string; url: string }[];
  };
  const ready = {
    Talk: page.getByRole('button', { name: 'Start listening' }),
    Ask: page.locator('textarea:focus'),
    'New task': page.locator('input:focus[aria-label="Add a task"]'),
  };
  assert.deepEqual(
    shortcuts.map(({ name }) => name),
    Object.keys(ready),
  );
  for (const shortcut of shortcuts) {
    await page.goto(new URL(shortcut.url, url).href);
    await ready[shortcut.name as keyof typeof ready].waitFor();
  }
});
