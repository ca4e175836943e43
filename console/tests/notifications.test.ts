/** Tests notifications of the console in Chromium. The browser has no push service here, the service has one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { startPushService } from '../../src/testing/servers/push-service.ts';
import type { TestPushService } from '../../src/testing/servers/push-service.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const PATH = '/v1/users/me/push-subscriptions';
let service: TestService;
let browsers: TestPushService;

before(async () => {
  browsers = await startPushService();
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await browsers[Symbol.asyncDispose]();
});

/** Runs in the page. Chromium without windows grants notifications, but says that it does not. */
const GRANT = `Object.defineProperty(Notification, 'permission', { get: () => 'granted' });`;

/** Runs in the page: the browser gets this subscription from its push service. */
const SUBSCRIBE = `(given) => {
  let own = null;
  const bytesOf = (key) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  Object.assign(PushManager.prototype, {
    getSubscription: async () => own,
    subscribe: async ({ applicationServerKey: key }) => (own = {
      options: { applicationServerKey: bytesOf(key).buffer },
      toJSON: () => given,
      unsubscribe: async () => { own = null; return true; },
    }),
  });
}`;

/** Gives the browser of a page the push service of the test. */
async function usePushService(page: Page): Promise<void> {
  const { public_key } = (await service.owner.call('GET', PATH)).body;
  const given = JSON.stringify(browsers.subscribe(public_key));
  await page.context().grantPermissions(['notifications'], { origin: service.service.url });
  await page.addInitScript({ content: `${GRANT} (${SUBSCRIBE})(${given});` });
}

/** Opens the console with a session of its own. */
async function open(locale?: string) {
  const { url } = service.service;
  const user = await ApiUser.signIn(url, OWNER);
  return { user, tab: await openConsole(url, user, locale ? { locale } : {}) };
}

test('a browser is subscribed, tested, changed and removed', async () => {
  const { user, tab } = await open();
  await using _tab = tab;
  const { page } = tab;
  await usePushService(page);
  await tab.go('/settings');
  const tasks = page.getByLabel('Tasks that are due');
  assert.equal(await tasks.isChecked(), false);
  await tasks.check();
  await page.getByLabel('Hour').selectOption('21:00');
  await page.getByText('the summary of the day, and the tasks of the next day').waitFor();
  const subscriptions = async () => (await user.call('GET', PATH)).body.subscriptions;
  // The page shows the choice before the service has it.
  const own = await eventually('the hour', async () =>
    (await subscriptions()).find(({ hour }: Json) => hour === 21),
  );
  assert.deepEqual([own.tasks, own.days, own.language, own.is_current], [true, false, 'en', true]);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Sent. The notification arrives').waitFor();
  assert.deepEqual((await browsers.until(1))[0]!.title, 'Commonplace');

  // Another browser sees this one, and may remove it.
  const other = await open('de');
  await using _other = other.tab;
  await other.tab.go('/settings');
  const row = other.tab.page.getByRole('list', { name: 'Andere Browser mit Benachrichtigungen' });
  await row.getByRole('button', { name: /entfernen$/ }).click();
  await row.waitFor({ state: 'detached' });
  assert.deepEqual(await subscriptions(), []);

  await page.reload();
  assert.equal(await tasks.isChecked(), false);
  await tasks.check();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  browsers.answer = () => 410;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('alert').getByText('This browser no longer takes notifications.').waitFor();
  browsers.answer = () => 201;
  await page.getByRole('button', { name: 'Send a test' }).waitFor({ state: 'detached' });
  assert.deepEqual(await subscriptions(), []);
});

/** Runs in the page: a browser tab on an iPhone. */
const PHONE = `delete window.PushManager;
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
  Object.defineProperty(navigator, 'userAgent', { get: () => agent });
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 });`;

test('notifications go on when the session has expired and the user has signed in again', async () => {
  const { url } = service.service;
  const { user, tab } = await open();
  await using _tab = tab;
  const { page } = tab;
  await usePushService(page);
  await tab.go('/settings');
  await page.getByLabel('Tasks that are due').check();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  const again = await ApiUser.signIn(url, OWNER);
  const subscriptions = async () => (await again.call('GET', PATH)).body.subscriptions;
  const { db } = service.service.parts;
  const ended = { expires_at: new Date(Date.now() - 1000) };
  const sessions = (await user.call('GET', '/v1/users/me/sessions')).body;
  const { id } = sessions.find(({ is_current }: Json) => is_current);
  await db.updateTable('sessions').set(ended).where('id', '=', id).execute();
  const cookie = { name: 'svc_session', value: again.token, url, httpOnly: true };
  await page.context().addCookies([cookie]);
  // The browser keeps its subscription; the one of this test does not survive a reload.
  await page.addInitScript({
    content:
      "navigator.serviceWorker.ready.then(({ pushManager }) => pushManager.subscribe({ applicationServerKey: 'AAAA' }))",
  });
  await page.reload();
  const [renewed] = await eventually('the renewal', async () => {
    const all: Json[] = await subscriptions();
    return all.some(({ is_current }) => is_current) && all;
  });
  assert.deepEqual([renewed!.tasks, renewed!.days], [true, false]);
});

test('what stands against notifications is said', async () => {
  const { tab } = await open();
  await using _tab = tab;
  const { page } = tab;
  await tab.go('/settings');
  await page.getByText('This browser does not allow notifications of this site.').waitFor();
  assert.equal(await page.getByLabel('Tasks that are due').count(), 0);

  const phone = await open();
  await using _phone = phone.tab;
  await phone.tab.page.addInitScript({ content: PHONE });
  await phone.tab.go('/settings');
  await phone.tab.page.getByText('first add this page to the Home Screen').waitFor();
});

/** Runs in the worker. Chromium without windows shows no notifications. */
const RECORD = `registration.showNotification = async (title, options) => {
  globalThis.shown = { title, ...options, close() {} };
}`;
/** Runs in the worker: only a person presses a notification, so the test sends the event. */
const PRESS = `globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), {
  notification: globalThis.shown,
  waitUntil: () => {},
}))`;

test('the service worker shows a notification, and a press opens its page', async () => {
  const { url } = service.service;
  const { user, tab } = await open();
  await using _tab = tab;
  const { page } = tab;
  const { body: task } = await user.call('POST', '/v1/action-items', { description: 'Call Ana' });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { status, registrationId } of versions) {
        if (status === 'activated') resolve(registrationId);
      }
    });
  });
  await devtools.send('ServiceWorker.enable');
  await tab.go('/memories');
  const registrationId = await registered;
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(RECORD);
  const told = { title: 'Call Ana', body: 'Due at 10:30', path: `tasks/${task.id}`, tag: 'a' };
  const data = JSON.stringify(told);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
  const shown = await eventually('the notification', () =>
    worker!.evaluate<Json>('globalThis.shown'),
  );
  assert.deepEqual(
    [shown.title, shown.body, shown.tag, shown.data],
    [told.title, told.body, told.tag, told.path],
  );
  // The page answers when its background work has begun.
  await eventually('the page of the task', async () => {
    await worker!.evaluate(PRESS);
    return page.url() === `${url}/tasks/${task.id}`;
  });
  await page.getByText('Call Ana').first().waitFor();
});
