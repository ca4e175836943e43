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
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '', SVC_RECOGNISER: 'none' },
    });
    await using tab = await openConsole(service.url);
    const { page, go } = tab;
    const link = new URL(/http\S+welcome\?token=\S+/.exec(service.output())![0]);
    await go(link.pathname + link.search);
    await page.getByLabel('Your name').fill('Ana');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/Your time zone: \S+/).waitFor();
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Use an IANA time zone').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Lisbon');
    await page.getByRole('button', { name: 'Create the account' }).click();
    // The first conversation, without a terminal.
    await page.getByRole('button', { name: /Play the sample/ }).click();
    await page
      .getByText(/I live in Boston/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await page.getByText('How would you like to start?').waitFor();
    // The page cannot read its session.
    assert.equal(await page.evaluate('document.cookie'), '');

    // The link is used up, and says so with and without a session.
    await go(link.pathname + link.search);
    await page.getByText('The owner account already exists').waitFor();
    assert.equal(await page.getByLabel('E-mail').count(), 0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('How would you like to start?').waitFor();
    await page.context().clearCookies();
    await go(link.pathname + link.search);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor();
  } finally {
    removeFolder(folder);
  }
});
