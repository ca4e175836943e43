/** Tests the page of connections against a recorder's service on this machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY, startOmi } from '../../src/testing/servers/recorder-servers.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('a recorder is connected, read, stopped by its service, paused and deleted', async () => {
  await using server = await startOmi([
    {
      is: 'conversations',
      id: 'one',
      created_at: '2026-03-01T10:00:00Z',
      structured: { title: 'The garden' },
      transcript_segments: [{ text: 'Water the roses.', start: 0, end: 2 }],
    },
    { is: 'conversations', id: 'half', created_at: '2026-03-01T09:00:00Z' },
  ]);
  await using service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  const { owner } = service;
  const refused = { kind: 'omi', address: server.url, secret: 'wrong' };
  assert.equal((await owner.call('POST', '/v1/connections', refused)).status, 422);
  const given = { ...refused, secret: KEY };
  assert.equal((await owner.call('POST', '/v1/connections', given)).status, 200);
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/connections');
  const connection = page.getByRole('listitem', { name: 'Omi' });
  const inside = (name: string) => connection.getByRole('button', { name, exact: true });
  await connection.getByText(/1 came/).waitFor();
  await connection.getByText('1 left out').click();
  await connection.getByText(/^conversations half:/).waitFor();
  await inside('Receiving address').click();
  await connection.getByText(/\/v1\/connection-hooks\/omi\//).waitFor();

  server.instead = (response) => Boolean(response.writeHead(401).end());
  await inside('Read now').click();
  await connection.getByText('The service refuses the key. Enter a new one.').waitFor();
  server.instead = () => false;
  await inside('Edit').click();
  await connection.getByLabel('Key or password').fill('another');
  await inside('Save').click();
  await connection.getByText('The service refuses the key. Enter a new one.').nth(1).waitFor();
  await connection.getByLabel('Key or password').fill(KEY);
  await inside('Save').click();
  await connection.getByText(/Last read/).waitFor();
  await connection.getByLabel('Key or password').waitFor({ state: 'detached' });
  await inside('Pause').click();
  await connection.getByText(/Switched off/).waitFor();
  await inside('Delete').click();
  await page.getByText('Nothing is connected.').waitFor();

  await page.getByRole('button', { name: 'Connect a service' }).click();
  await page.getByLabel('Service').selectOption('Bee');
  assert.match(await page.getByLabel('Address').inputValue(), /^https:/);
  await page.getByLabel('Key or password').waitFor();
});
