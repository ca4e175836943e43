// Long: it waits for lost networks.
/** Tests deletions and moves that are made without the network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

test('deletions and moves without the network wait, and spare what was changed elsewhere', async () => {
  await using lossy = await startLossyService();
  const { url, network, service } = lossy;
  const call = async (method: string, path: string, body?: object): Promise<Json> =>
    (await service.owner.call(method, path, body)).body;
  for (const description of ['Buy bread', 'Water the plants']) {
    await call('POST', '/v1/action-items', { description });
  }
  const fact = await call('POST', '/v3/memories', { content: 'I live in Horta' });
  const folder = await call('POST', '/v1/folders', { name: 'Garden' });
  const say = (text: string) =>
    call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [{ text, start: 0, end: 3, is_user: true }],
    });
  const kept = await say('The tomatoes need water.');
  const gone = await say('The weather is grey.');
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  const open = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  const remove = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).hover();
    await page.getByRole('button', { name: `Delete “${name}”` }).click();
  };
  await tab.go('/conversations');
  await page.getByRole('link', { name: 'Garden' }).first().waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  for (const id of [gone['id'], kept['id']]) {
    await page.locator(`a[href$="/conversations/${id}"]`).first().click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    await page.goBack();
  }
  await open('Memories');
  await page.getByRole('button', { name: 'I live in Horta', exact: true }).waitFor();
  await open('Tasks');
  await page.getByRole('checkbox', { name: 'Buy bread' }).waitFor();

  network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
  await remove('Buy bread');
  await open('Memories');
  await remove('I live in Horta');
  await open('Conversations');
  await page.locator(`a[href$="/conversations/${gone['id']}"]`).first().click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.locator(`a[href$="/conversations/${kept['id']}"]`).first().click();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to a folder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Garden' }).click();
  await page.getByText('5 changes wait').waitFor();
  await page.goto(`${url}/tasks`);
  await page.getByText('5 changes wait').waitFor();
  await page.getByRole('checkbox', { name: 'Water the plants' }).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Buy bread' }).count(), 0);

  await call('PATCH', `/v3/memories/${fact['id']}`, { content: 'I live in Horta by the sea' });
  network.mend();
  await page.getByText(/your deletion waited.*changed elsewhere to “I live in Horta by/).waitFor();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await open('Memories');
  await page.getByRole('button', { name: 'I live in Horta by the sea', exact: true }).waitFor();
  await eventually('everything to be sent', async () => {
    const tasks = (await call('GET', '/v1/action-items')) as never as Json[];
    return tasks.length === 1 && tasks[0]!['description'] === 'Water the plants';
  });
  const { status } = await service.owner.call('GET', `/v1/conversations/${gone['id']}`);
  assert.equal(status, 404);
  const { starred, folder_id } = await call('GET', `/v1/conversations/${kept['id']}`);
  assert.deepEqual([starred, folder_id], [true, folder['id']]);
  assert.equal((await service.owner.call('GET', `/v3/memories/${fact['id']}`)).status, 200);
});
