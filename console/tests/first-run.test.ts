import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnService } from '../../src/testing/service-process.ts';
import { copyTemplate, removeFolder } from '../../src/testing/template.ts';
import { openConsole } from './console-tab.ts';

test('the printed link leads to the first account and on to the first page', async () => {
  const folder = copyTemplate();
  try {
    await using service = await spawnService({
      folder,
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    });
    await using tab = await openConsole(service.url);
    const { page, go } = tab;
    const link = new URL(/http\S+welcome\?token=\S+/.exec(service.output())![0]);
    await go(link.pathname + link.search);
    assert.notEqual(await page.getByLabel('Time zone').inputValue(), '');
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Use an IANA time zone').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Lisbon');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Nothing has been heard yet').waitFor();
    // The script of the page cannot read its session.
    assert.equal(await page.evaluate('document.cookie'), '');
  } finally {
    removeFolder(folder);
  }
});
