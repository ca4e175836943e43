/** Tests what programs, devices and assistants may do, as the user sees it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { request } from '../../src/testing/clients/api-user.ts';
import { openCallback, openMemory } from '../../src/testing/clients/oauth-assistant.ts';
import { OAuthClient } from '../../src/testing/clients/oauth-browser.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const run = promisify(execFile);

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test('an assistant is allowed, searches, is cut off, and what it did keeps its name', async () => {
  const { owner } = service;
  const { url } = service.service;
  await owner.call('POST', '/v3/memories', { content: 'Keeps bees' });
  await using callback = await openCallback();
  const { kept, provider } = openMemory(callback.address);
  const open = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider: provider });
  const first = open();
  await assert.rejects(
    new Client({ name: 'assistant', version: '1' }).connect(first),
    UnauthorizedError,
  );
  // The assistant waits at another address of this machine.
  await using tab = await openConsole(url, owner, { provider: new URL(callback.address).origin });
  const { page } = tab;
  await page.goto(kept.asked!.href);
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Back in the assistant.').waitFor();
  await first.finishAuth((await callback.arrived).searchParams);
  const assistant = new Client({ name: 'assistant', version: '1' });
  await assistant.connect(open());
  const search = { name: 'search_memories', arguments: { query: 'bees' } };
  assert.match(JSON.stringify(await assistant.callTool(search)), /Keeps bees/);

  await tab.go('/settings/assistants');
  await page.getByText('Searched “bees”: 1 fact').waitFor();
  // The page shows the end before the service has it.
  const cut = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No assistant is connected yet.').waitFor();
  await cut;
  await page.getByText(/· Claude$/).waitFor();
  await assert.rejects(assistant.callTool(search), UnauthorizedError);
  await assistant.close();
  await tab.go('/settings/sessions');
  const log = page.getByRole('list', { name: 'Security log' });
  await log.getByText('Disconnected Claude').waitFor();
  await log.getByText('Connected Claude', { exact: true }).waitFor();
});

test('the user chooses when the connection of an assistant ends', async () => {
  const { owner } = service;
  await new OAuthClient(service.service.url).connect(OWNER);
  const endsIn = async () => {
    const { body } = await owner.call('GET', '/v1/mcp/oauth/grants');
    const [{ ends_at }] = body.grants;
    return ends_at && (Date.parse(ends_at) - Date.now()) / 86_400_000;
  };
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/assistants');
  await page.getByLabel('Ends').selectOption({ label: 'in 7 days' });
  await page.getByText(/Ends on /).waitFor();
  // The page shows it before the service has it.
  const days = await eventually('the end', endsIn);
  assert.ok(days > 6.9 && days < 7.1);
  await page.getByLabel('Ends').selectOption({ label: 'never by itself' });
  await page.getByText(/Ends on /).waitFor({ state: 'detached' });
  await eventually('no end', async () => (await endsIn()) === null);
});

test('the page shows what an assistant did, and takes a change back', async () => {
  const { owner } = service;
  const { key } = (await owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' })).body;
  const call = (name: string, given: object) =>
    request(service.service.url, 'POST', '/mcp', {
      token: key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
  await call('search_memories', { query: 'doctor' });
  await call('create_memory', { content: 'Collects stamps.' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/assistants');
  // An assistant with a key is connected, too.
  assert.equal(await page.getByText('No assistant is connected').count(), 0);
  const row = page.getByRole('listitem').filter({ hasText: 'Revoke' });
  await row.filter({ hasText: 'Laptop' }).first().waitFor();
  await page.getByText(/· Laptop/).waitFor();
  await page.getByText('Searched “doctor”').waitFor();
  await page.getByRole('button', { name: 'Undo: Added 1 fact' }).click();
  await page.getByText('Undone').waitFor();
  await page.getByRole('button', { name: 'Undo: Added 1 fact' }).waitFor({ state: 'detached' });
  const { body } = await owner.call('GET', '/v3/memories');
  assert.ok(!JSON.stringify(body).includes('Collects stamps'));
});

test('a key is shown once, works, and is revoked when the page is left', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('What is it for?').fill('Backup');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
    return (await page.evaluate('navigator.clipboard.readText()')) as string;
  };
  const key = await copied('Copy');
  const command = await copied('Copy the command');
  const { stdout } = await run('sh', ['-c', `${command} --silent`]);
  assert.ok(Array.isArray(JSON.parse(stdout)));
  const headers = { Authorization: `Bearer ${key}` };
  const read = () => fetch(`${service.service.url}/v1/dev/user/memories`, { headers });
  assert.equal((await read()).status, 200);
  await page.getByRole('button', { name: 'Done' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Backup' });
  await entry.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key stops working').waitFor();
  await tab.go('/tasks');
  await eventually('the key to be revoked', async () => (await read()).status === 401);
});

test('a key of a device opens only the sockets', async () => {
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/settings/keys');
  // Programs, assistants and devices.
  await page.getByRole('button', { name: 'New key' }).nth(2).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByRole('button', { name: 'New key' }).last().click();
  await page.getByLabel('What is it for?').fill('Pendant');
  await page.getByRole('button', { name: 'Create' }).click();
  const key = await page.getByText(/^svc_dvc_[\w-]{20,}$/).innerText();
  const answer = await fetch(`${service.url}/v1/dev/user/memories`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  assert.ok([401, 403].includes(answer.status));
});

test('the page shows sign-ins and what was done to keys', async () => {
  const { owner } = service;
  await owner.call('POST', '/v1/dev/keys', { name: 'Backup script' });
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  await tab.go('/settings/sessions');
  const log = page.getByRole('list', { name: 'Security log' });
  await log.getByText('Created the key “Backup script”').waitFor();
  await request(service.service.url, 'POST', '/v1/auth/sign-in', {
    body: { email: OWNER.email, password: 'a wrong password' },
  });
  await eventually('the failure', async () => {
    const { body } = await owner.call('GET', '/v1/users/me/security-log?event=sign_in_failed');
    return body.length;
  });
  await page.reload();
  await log.getByText('Wrong password').waitFor();
});
