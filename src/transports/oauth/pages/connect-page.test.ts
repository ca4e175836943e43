import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { request } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { FormBrowser } from '../../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

/** Opens the page of an assistant and makes its key; returns the key. */
async function makeKey(page: Page, url: string, id: string): Promise<string> {
  await page.goto(`${url}/connect`);
  await page.locator(`a[href="/connect/to/${id}"]`).click();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('This is your new MCP key').waitFor();
  return page.locator('#key').innerText();
}

const pasted = (page: Page) => page.locator('ol ~ pre').innerText();

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/connect`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect an assistant' }).waitFor();
}

/** Finds the address and the headers of a server in a configuration, whatever its names. */
function serverIn(text: string): { url: string; headers: Record<string, string> } {
  const found = JSON.stringify(JSON.parse(text));
  const [, url] = /"(?:url|serverUrl)":"([^"]+)"/.exec(found)!;
  const [, authorization] = /"Authorization":"([^"]+)"/.exec(found)!;
  return { url: url!, headers: { Authorization: authorization! } };
}

async function firstCall({ url, headers }: ReturnType<typeof serverIn>): Promise<void> {
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  await client.callTool({ name: 'get_memories', arguments: {} });
  await client.close();
}

test('each way to connect leads to a first call, and the page says so', async () => {
  await using service = await startService();
  const { url } = service.service;
  await using tab = await openTab();
  const { page } = tab;
  await signIn(page, url);
  const authorization = (key: string) => ({ Authorization: `Bearer ${key}` });
  const endpoint = `${url}/v1/mcp/sse`;

  for (const id of ['cursor', 'vs-code', 'lm-studio', 'windsurf', 'zed']) {
    const key = await makeKey(page, url, id);
    const server = serverIn(await pasted(page));
    assert.deepEqual(server, { url: endpoint, headers: authorization(key) }, id);
    const link = page.locator('a.button');
    if ((await link.count()) > 0) {
      const [, given] = /[?&](?:config=)?([^&=]+)$/.exec((await link.getAttribute('href'))!)!;
      const config = decodeURIComponent(given!);
      const json = config.startsWith('{') ? config : Buffer.from(config, 'base64').toString();
      assert.deepEqual(serverIn(json), server, `the link of ${id}`);
    }
  }
  for (const [id, pattern] of [
    ['claude-code', /^claude mcp add .* (\S+) --header "(Authorization): Bearer (\S+)"$/],
    ['gemini-cli', /--header "(Authorization): Bearer (\S+)" commonplace (\S+)$/],
    ['codex', /url = "(\S+)"\nhttp_headers = \{ "(Authorization)" = "Bearer (\S+)" \}$/],
    ['goose', /uri: (\S+)\n\s+headers:\n\s+(Authorization): Bearer (\S+)\n/],
  ] as const) {
    const key = await makeKey(page, url, id);
    const text = await pasted(page);
    const found = pattern.exec(text);
    assert.ok(found, text);
    assert.ok(found.includes(key) && found.includes(endpoint), text);
  }

  // The mark turns green with the first call.
  const key = await makeKey(page, url, 'script');
  const status = page.frameLocator('iframe');
  await status.getByText('Waiting for the first call').waitFor();
  const { stdout } = await promisify(execFile)('bash', ['-c', await pasted(page)]);
  assert.ok(Array.isArray(JSON.parse(stdout).result.structuredContent.memories));
  await status.getByText('✓ Connected').waitFor();
  await firstCall({ url: endpoint, headers: authorization(key) });

  await page.reload();
  assert.doesNotMatch(await page.content(), new RegExp(key), 'shown once');
});

test('the local server connects, and a key is revoked where it is listed', async () => {
  await using service = await startService();
  const { url } = service.service;
  await using tab = await openTab();
  const { page } = tab;
  await signIn(page, url);
  await page.locator('a[href="/connect/to/chatgpt"]').click();
  assert.equal(await pasted(page), `${url}/v1/mcp/sse`);
  await page.getByText('This address will not do yet').waitFor();
  await page.getByRole('link', { name: 'Another assistant' }).click();
  await page.locator('a[href="/connect/to/stdio"]').click();
  await page.getByLabel('Name of the key').fill('Laptop');
  await page.getByLabel('Read your goals').uncheck();
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = await page.locator('#key').innerText();
  if (process.env['SCREENSHOT']) {
    await page.screenshot({ path: process.env['SCREENSHOT'], fullPage: true });
  }
  const { command, args, env } = JSON.parse(await pasted(page)) as {
    command: string;
    args: string[];
    env: Record<string, string>;
  };
  assert.equal(command, 'node');
  const client = new Client({ name: 'desktop', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map((each) => each.replace('/folder/of/commonplace', CHECKOUT)),
      env,
      stderr: 'ignore',
    }),
  );
  const { structuredContent } = await client.callTool({ name: 'get_memories', arguments: {} });
  assert.ok(structuredContent);
  await client.close();

  await page.goto(`${url}/connections`);
  assert.equal(await page.getByRole('button', { name: /Revoke the key/ }).count(), 1);
  await page.getByText('Read what is remembered about you').waitFor();
  assert.equal(await page.getByText('Read your goals').count(), 0);
  await page.getByRole('button', { name: 'Revoke the key Laptop' }).click();
  await page.getByText('Disconnected.').waitFor();
  await page.getByText('There are none.').waitFor();
  const { status } = await request(url, 'GET', '/v1/mcp/memories', { token: key });
  assert.equal(status, 401);
  await page.getByRole('link', { name: 'Connect an assistant' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${url}/connections`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a key needs a name and a permission, and is shown once to its user', async () => {
  await using service = await startService({
    environment: { SVC_BASE_URL: 'https://me.example.org' },
  });
  const { url } = service.service;
  const browser = new FormBrowser();
  const asked = await browser.open(`${url}/connect/to/cursor`);
  const guide = await browser.submit(asked, { action: 'sign-in', ...OWNER });
  assert.doesNotMatch(guide.text, /will not do yet/);
  const fields: Record<string, string>[] = [
    { name: 'Cursor' },
    { name: ' ', scope: 'memories.read' },
    { name: 'x'.repeat(201), scope: 'memories.read' },
    { name: `svc_mcp_${'A'.repeat(43)}`, scope: 'memories.read' },
  ];
  for (const each of fields) {
    const { response, text } = await browser.submit(guide, each);
    assert.equal(response.status, 422, text);
    assert.match(text, /<p role="alert">\w/);
  }
  assert.deepEqual((await service.owner.call('GET', '/v1/mcp/keys')).body, []);
  const made = await browser.submit(guide, { name: 'Cursor', scope: 'memories.read' });
  assert.match(made.text, /svc_mcp_[\w-]{43}/);
  assert.doesNotMatch((await browser.open(made.url)).text, /svc_mcp_[\w-]{43}/);
  const [key, ...others] = (await service.owner.call('GET', '/v1/mcp/keys')).body;
  assert.deepEqual([key.name, key.scopes, others], ['Cursor', ['memories.read'], []]);
});
