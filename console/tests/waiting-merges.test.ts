// Long: it waits for lost networks.
/** Tests merges of conversations and of people that are made without the network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

async function mergeBoth(page: Page): Promise<void> {
  for (const name of [/anchor/i, /sail/i]) {
    await page.getByRole('link', { name }).hover();
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('2 conversations become one').waitFor();
}

/** Stores two conversations, and returns their ids. */
async function sayBoth(owner: ApiUser): Promise<string[]> {
  const ids: string[] = [];
  for (const text of ['The anchor weighs forty kilos.', 'The sail is torn at the seam.']) {
    const segment = { text, start: 0, end: 3, is_user: true };
    const body = { transcript_segments: [segment] };
    const { id } = (await owner.call('POST', '/v1/conversations/from-segments', body)).body;
    await eventually('the end of the processing', async () => {
      return (await owner.call('GET', `/v1/conversations/${id}`)).body.status === 'completed';
    });
    ids.push(id);
  }
  return ids;
}

test('a merge without the network waits over a reload, and is made once', async () => {
  await using lossy = await startLossyService();
  const { url, network, service } = lossy;
  const call = async (method: string, path: string, body?: object): Promise<Json> =>
    (await service.owner.call(method, path, body)).body;
  await sayBoth(service.owner);
  for (const name of ['Henrik', 'Hendrik']) await call('POST', '/v1/users/people', { name });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  const open = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  await tab.go('/people');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.getByRole('link', { name: /^Hendrik/ }).click();
  await page.getByRole('heading', { name: 'Hendrik' }).waitFor();
  await open('Conversations');
  await page.getByRole('link', { name: /sail/i }).waitFor();

  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await mergeBoth(page);
  await page.getByText('1 change waits').waitFor();
  await open('People');
  await page.getByRole('link', { name: /^Hendrik/ }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge with another person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Henrik' }).click();
  await page.getByText('2 changes wait').waitFor();
  await page.goto(`${url}/conversations`);
  await page.getByText('2 changes wait').waitFor();
  const rows = page.getByRole('article').filter({ hasText: /anchor|sail/i });
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);

  network.mend();
  await page.getByText('2 changes wait').waitFor({ state: 'detached' });
  const conversations = (await call('GET', '/v1/conversations')) as never as Json[];
  assert.equal(conversations.length, 1);
  const people = (await call('GET', '/v1/users/people')) as never as Json[];
  assert.equal(people.length, 1);
  const { transcript_segments } = await call('GET', `/v1/conversations/${conversations[0]!.id}`);
  assert.equal(transcript_segments.length, 2, 'the words of both, once');
});

test('a merge that waited is refused when a conversation is gone, and the others are back', async () => {
  await using lossy = await startLossyService();
  const { url, network, service } = lossy;
  const { owner } = service;
  const ids = await sayBoth(owner);
  await using tab = await openConsole(url, owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go('/conversations');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.getByRole('link', { name: /sail/i }).waitFor();
  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await mergeBoth(page);
  await page.getByText('1 change waits').waitFor();
  await owner.call('DELETE', `/v1/conversations/${ids[0]}`);
  network.mend();
  await page.getByRole('alert').getByText('2 conversations become one').waitFor();
  await page.getByRole('link', { name: /sail/i }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const [refusal, ...others] = tab.complaints.splice(0);
  assert.match(refusal!, /status of 404/, 'the service refuses the merge');
  assert.deepEqual(others, []);
});
