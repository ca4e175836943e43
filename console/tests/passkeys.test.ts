// Long: it opens many browsers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { OAuthClient } from '../../src/testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import type { ConsoleTab } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

/** Gives the browser a device with a fingerprint that is always right. */
async function plugIn({ page }: ConsoleTab): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a person adds a passkey, signs in with it, and removes it', async () => {
  // Passkeys do not work at an address of digits.
  const url = service.service.url.replace('127.0.0.1', 'localhost');
  await using tab = await openConsole(url, await ApiUser.signIn(service.url, OWNER));
  const { page, go } = tab;
  await plugIn(tab);
  await go('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name of the passkey').fill('Finger');
  await sheet.getByLabel('Current password').fill('wrong password');
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByText('The current password is wrong').waitFor();
  await sheet.getByLabel('Current password').fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.waitFor({ state: 'detached' });
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  assert.match(await row.innerText(), /^Finger[^]*Never used/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`${url}/`);
  await go('/settings');
  await row.getByText(/Last used/).waitFor();
  await row.getByRole('button', { name: 'Finger' }).first().click();
  await page.getByLabel('Rename the passkey').fill('Thumb');
  await page.keyboard.press('Enter');
  await row.getByText('Thumb').waitFor();
  await page.getByRole('button', { name: 'Remove the passkey “Thumb”' }).click();
  await row.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('The passkey was not accepted').waitFor();
  await ApiUser.signIn(service.url, OWNER);
});

test('the owner and an invited person begin with a passkey', async () => {
  await using begun = await startService({
    environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
  });
  const url = begun.service.url.replace('127.0.0.1', 'localhost');
  const link = new URL(begun.service.setUpLink!);
  let invitation = '';
  for (const [name, path] of [
    ['Ana', () => link.pathname + link.search],
    ['Rui', () => invitation],
  ] as const) {
    await using tab = await openConsole(url);
    const { page, go } = tab;
    await plugIn(tab);
    await go(path());
    await page.getByLabel('Your name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByLabel('E-mail').fill(`${name}@example.org`);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.waitForURL(`${url}/`);
    await go('/settings');
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Chrome, Linux').waitFor();
    await page.getByLabel('New password').waitFor();
    await page.getByLabel('Current password').waitFor({ state: 'detached' });
    const body = await page.evaluate(`fetch('/v1/users/invitations', { method: 'POST', body: '{}',
      headers: { 'Content-Type': 'application/json' } }).then((answer) => answer.json())`);
    const made = new URL((body as { link?: string }).link ?? url);
    invitation = made.pathname + made.hash;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${url}/`);
  }
});

test('a passkey opens the page on which an assistant asks, also in a popup', async () => {
  const url = service.service.url.replace('127.0.0.1', 'localhost');
  await using tab = await openConsole(url, await ApiUser.signIn(service.url, OWNER));
  const { page, go } = tab;
  await plugIn(tab);
  await go('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Current password').fill(OWNER.password);
  await sheet.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${url}/sign-in`);
  await page.goto(new OAuthClient(url).authorizeUrl().href);
  const response = page.waitForResponse(/\/sign-in\?to=/);
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
  const headers = (await response).headers();
  assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
});

test('at an address of digits, the page says where passkeys work', async () => {
  await using tab = await openConsole(service.service.url);
  await plugIn(tab);
  await tab.go('/sign-in');
  await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await tab.page.getByText(/Open http:\/\/localhost:\d+ instead/).waitFor();
});
