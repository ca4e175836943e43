import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('the owner sees the installation and invites somebody, who then has an account', async () => {
  await using service = await startService({ environment: { SVC_SIGN_UP: 'invited' } });
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  await tab.go('/settings');
  await page.getByRole('link', { name: 'This installation' }).click();
  await page.getByText('Free on the disk').waitFor();
  await page.getByText('There are none.').waitFor();
  await page.getByLabel(/Invite somebody/).fill('Marta');
  await page.keyboard.press('Enter');
  const link = await page.getByText(/^http\S+#svc_inv_\S+$/).innerText();

  await using guest = await openConsole(url);
  const { pathname, hash } = new URL(link);
  await guest.go(pathname + hash);
  await guest.page.getByLabel('Your name').fill('Marta');
  await guest.page.getByLabel('E-mail').fill('marta@example.org');
  await guest.page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.page.getByRole('button', { name: 'Create the account' }).click();
  await guest.page.getByText('Let us hear something').waitFor();
  await guest.go('/operator');
  await guest.page.getByText(/Only the owner/).waitFor();

  await tab.go('/operator');
  await page.getByText(/^used /).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0);
});
