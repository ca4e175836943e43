/** Tests each way to connect an assistant, from `/connect` to the first call. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import { barriersOf } from '../../src/testing/clients/accessibility.ts';
import { openCallback } from '../../src/testing/clients/oauth-assistant.ts';
import {
  callOnce,
  goToFirstCall,
  jsonServer,
  signInTo,
  WAYS,
} from '../../src/testing/mcp/first-calls.ts';
import { CERTIFICATE, openDocumentServer } from '../../src/testing/servers/document-server.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import type { ConsoleTab } from './console-tab.ts';

/** Opens the page of an assistant and makes its key; returns the text to paste. */
async function makeKey({ page, go }: ConsoleTab, id: string): Promise<string> {
  await go(`/connect/to/${id}`);
  await page.getByRole('button', { name: 'Make an API key' }).click();
  return page.locator('ol ~ div code').innerText();
}

let service: TestService;
let url: string;
let tab: ConsoleTab;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  tab = await openConsole(url, service.owner);
});
after(async () => {
  await tab[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('the short addresses lead to the pages of the console, also through the sign-in', async () => {
  for (const [path, to] of [
    ['/connect', '/settings/connect'],
    ['/connect?to=claude', '/settings/connect?to=claude'],
    ['/connect/to/claude-code', '/settings/connect?to=claude-code'],
    ['/connections', '/settings/assistants'],
  ]) {
    const { status, headers } = await fetch(url + path, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [302, to]);
  }
  await using stranger = await openConsole(url);
  const { page } = stranger;
  await stranger.go('/connect/to/claude-code');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Connect Claude Code' }).waitFor();
});

test('each way to connect leads to a first call', async () => {
  const { page } = tab;
  for (const id of Object.keys(WAYS)) {
    const { clicks } = await goToFirstCall(page, url, id);
    assert.ok(clicks <= 3, `${id}: ${clicks} clicks`);
    // The time of use is written after a few seconds, or now.
    if (!['claude', 'claude-desktop'].includes(id)) continue;
    await service.service.flush();
    await page.getByText('Connected. The first call has arrived.').waitFor();
  }
  // The assistant has only the permissions that are ticked from the start: none to change data.
  const used = (await service.owner.call('GET', '/v1/mcp/keys')).body as { scopes: string[] }[];
  assert.ok(used.every(({ scopes }) => scopes.every((scope) => scope.endsWith('.read'))));
});

test('an install link carries the same server as the text to paste', async () => {
  for (const id of ['cursor', 'vs-code', 'lm-studio']) {
    const server = jsonServer(await makeKey(tab, id));
    assert.equal(server.url, `${url}/v1/mcp/sse`);
    assert.match(server.authorization, /^Bearer svc_mcp_[\w-]{43}$/);
    const link = (await tab.page.locator('ol ~ a').getAttribute('href'))!;
    const [, given] = /[?&](?:config=)?([^&=]+)$/.exec(link)!;
    const config = decodeURIComponent(given!);
    const json = config.startsWith('{') ? config : Buffer.from(config, 'base64').toString();
    assert.deepEqual(jsonServer(json), server, id);
  }
});

test('the command of a script works as it is shown, and the key is shown once', async () => {
  const { page } = tab;
  const command = await makeKey(tab, 'script');
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  assert.ok(Array.isArray(JSON.parse(stdout).result.structuredContent.memories));
  await page.getByText('Connected. The first call has arrived.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Make an API key' }).waitFor();
  const [key] = /svc_mcp_[\w-]{43}/.exec(command)!;
  assert.ok(!(await page.content()).includes(key));
});

test('an assistant that is not registered connects by the address alone', async () => {
  await using documents = await openDocumentServer();
  await using service = await startService({
    environment: { SVC_OAUTH_UNKNOWN_CLIENTS: 'on' },
    clientDocuments: {
      port: documents.port,
      network: {
        allows: () => true,
        resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        ca: CERTIFICATE,
      },
    },
  });
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  await tab.go('/connect');
  const endpoint = await page.locator('code').innerText();
  await using callback = await openCallback();
  const id = documents.url('/client.json');
  const redirect_uris = [callback.address];
  documents.answer('/client.json', { client_id: id, client_name: 'Notes', redirect_uris });
  const transport = await signInTo(endpoint, {
    client_id: id,
    callback,
    allow: async (asked) => {
      assert.equal(asked.searchParams.get('client_id'), id);
      // A tab of its own, because the answer goes to the origin of the assistant.
      const consent = await page.context().newPage();
      await consent.goto(asked.href);
      assert.deepEqual(await barriersOf(consent), []);
      await consent.getByRole('button', { name: 'Look it up' }).click();
      await consent
        .getByRole('heading', { name: /Connect assistant\.example\.org:\d+ \(“Notes”\)/ })
        .waitFor();
      await consent.getByRole('button', { name: 'Allow' }).click();
    },
  });
  await callOnce(transport);
});
