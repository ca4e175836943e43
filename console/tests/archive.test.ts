// Long: it exports and imports an account.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
});
after(() => service[Symbol.asyncDispose]());

test('a user makes, renews and ends the secret address of the calendar', async () => {
  const due_at = '2030-01-01T09:00:00Z';
  await service.owner.call('POST', '/v1/action-items', { description: 'Water the bees', due_at });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings/data');
  await page.getByRole('button', { name: 'Create a link' }).click();
  const address = page.getByText(/^http\S+\/commonplace\.ics$/);
  const first = await address.innerText();
  assert.match(await (await fetch(first)).text(), /SUMMARY:Water the bees/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Create a new link' }).click();
  const second = await address.innerText();
  assert.equal((await fetch(first)).status, 404);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove the link' }).click();
  await page.getByRole('button', { name: 'Create a link' }).waitFor();
  assert.equal((await fetch(second)).status, 404);
});

test('a user takes the archive out, and another one reads it in', async () => {
  const { url } = service.service;
  await service.owner.call('POST', '/v3/memories', { content: 'Keeps a garden.' });
  await using tab = await openConsole(url, service.owner);
  await tab.go('/settings/data');
  const downloading = tab.page.waitForEvent('download');
  await tab.page.getByRole('link', { name: 'Download the archive' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^commonplace-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await readFile((await download.path())!);

  const guest = await ApiUser.signUp(service.url, 'guest@example.org');
  await using other = await openConsole(url, guest);
  const { page } = other;
  await other.go('/settings/data');
  const choose = async (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await choose('my-archive.zip', archive);
  await page.getByText('memories: 1 new, 0 already here, 0 not imported').waitFor();
  await page.getByText(/my-archive\.zip/).waitFor();
  await choose('broken.zip', archive.subarray(0, archive.length - 30));
  await page.getByText(/The archive is damaged/).waitFor();
  await choose('mem0.json', Buffer.from('[{"memory":"Likes tea","id":"1"}]'));
  await page.getByText('What couldn’t be imported').click();
  await page.getByText(/mem0\.json, memory 1: It has no created_at/).waitFor();
  await other.go('/memories');
  await page.getByText('Keeps a garden.').first().waitFor();
});
