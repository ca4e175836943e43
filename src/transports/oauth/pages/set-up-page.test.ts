import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { spawnService } from '../../../testing/service-process.ts';
import { removeFolder, temporaryFolder } from '../../../testing/template.ts';

test('a new user creates the account with the printed link and gets a working key', async () => {
  const folder = temporaryFolder();
  try {
    await using service = await spawnService({
      folder,
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    });
    await using tab = await openTab();
    const { page } = tab;
    const link = /http\S+welcome\?token=\S+/.exec(service.output())![0];
    await page.goto(link.replace('welcome', 'setup'));
    assert.notEqual(await page.getByLabel('Time zone').inputValue(), '');
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('timezone: Use an IANA time zone').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Lisbon');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Your account is ready').waitFor();
    assert.equal(await page.locator('form').isVisible(), false);
    const key = await page.locator('#key').innerText();
    const { status } = await request(service.url, 'GET', '/v1/dev/user/memories', { token: key });
    assert.equal(status, 200);
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'] });
  } finally {
    removeFolder(folder);
  }
});
