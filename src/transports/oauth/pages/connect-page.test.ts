import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { request } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { FormBrowser } from '../../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

test('the page for connecting an assistant shows set-ups that work', async () => {
  await using service = await startService();
  const { url } = service.service;
  await using tab = await openTab();
  const { page } = tab;
  await page.goto(`${url}/connect`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect an assistant' }).waitFor();
  const text = (id: string) => page.locator(`#${id} pre`).innerText();
  assert.equal(await text('chatgpt'), `${url}/v1/mcp/sse`);
  assert.match(await text('script'), /svc_mcp_…/, 'no key before one is made');

  await page.getByText('This address will not do yet').first().waitFor();

  await page.getByLabel('Name of the key').fill('Laptop');
  await page.getByLabel('Read your goals').uncheck();
  await page.getByRole('button', { name: 'Make an MCP key' }).click();
  await page.getByText('This is your new MCP key').waitFor();
  if (process.env['SCREENSHOT']) {
    await page.screenshot({ path: process.env['SCREENSHOT'], fullPage: true });
  }
  const { stdout } = await promisify(execFile)('bash', ['-c', await text('script')]);
  assert.ok(Array.isArray(JSON.parse(stdout).result.structuredContent.memories));
  const key = /svc_mcp_[\w-]{43}/.exec(await text('claude-code'))![0];
  for (const id of ['cursor', 'vs-code']) {
    const { commonplace } = Object.values(JSON.parse(await text(id)))[0] as {
      commonplace: { url: string; headers: Record<string, string> };
    };
    assert.equal(commonplace.url, `${url}/v1/mcp/sse`);
    assert.deepEqual(commonplace.headers, { Authorization: `Bearer ${key}` });
  }

  const { command, args, env } = JSON.parse(await text('stdio')) as {
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

  await page.reload();
  assert.doesNotMatch(await page.content(), new RegExp(key), 'shown once');
  await page.getByRole('link', { name: 'Connected assistants' }).click();
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
  const asked = await browser.open(`${url}/connect`);
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
