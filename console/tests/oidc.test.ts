// Long: it opens many browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT, startOpenIdProvider } from '../../src/testing/servers/openid-provider.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const startServiceWith = (provider: { issuer: string }) =>
  startService({
    environment: {
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: CLIENT.id,
      SVC_OIDC_CLIENT_SECRET: CLIENT.secret,
      SVC_OIDC_NAME: 'Home',
    },
  });

test('a person connects the account, signs in with the provider, and disconnects it', async () => {
  await using provider = await startOpenIdProvider();
  await using service = await startServiceWith(provider);
  const { url } = service.service;
  await using tab = await openConsole(url, undefined, { provider: provider.issuer });
  const { page, go } = tab;
  const goOn = () => page.getByRole('button', { name: 'Continue with Home' }).click();
  await go('/tasks');
  await goOn();
  await page.getByText('The sign-in with Home was cancelled').waitFor();
  provider.person = { sub: 'ana', email: 'ana@example.net', email_verified: true, name: 'Ana' };
  await goOn();
  await page.getByText('No account belongs to this sign-in').waitFor();

  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/tasks`);
  await go('/settings');
  await page.getByRole('button', { name: 'Connect Home' }).click();
  await page.getByText(/^Connected: /).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${url}/sign-in`);
  await go('/sign-in?to=/goals');
  await goOn();
  await page.waitForURL(`${url}/goals`);
  await go('/settings');
  await page.getByRole('button', { name: 'Disconnect Home' }).click();
  await page.getByRole('button', { name: 'Connect Home' }).waitFor();
});

test('an invited person needs no password', async () => {
  await using provider = await startOpenIdProvider();
  await using service = await startServiceWith(provider);
  const { url } = service.service;
  const { body } = await service.owner.call('POST', '/v1/users/invitations', {});
  const { pathname, hash } = new URL(body.link);
  await using tab = await openConsole(url, undefined, { provider: provider.issuer });
  const { page, go } = tab;
  provider.person = { sub: 'ana', email: 'ana@example.net', email_verified: true, name: 'Ana' };
  await go(pathname + hash);
  await page.getByRole('button', { name: 'Continue with Home' }).click();
  await page.waitForURL(`${url}/`);
  await go('/settings');
  await page.getByText(/^Connected: /).waitFor();
  assert.equal(await page.getByLabel('Current password').count(), 0);
  await page.getByRole('button', { name: 'Disconnect Home' }).click();
  await page.getByText('This is your only way to sign in').first().waitFor();
  await page.getByLabel('New password').fill('nine quiet herons at dusk');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByLabel('Current password').waitFor();
  await page.getByRole('button', { name: 'Disconnect Home' }).click();
  await page.getByRole('button', { name: 'Connect Home' }).waitFor();
});
