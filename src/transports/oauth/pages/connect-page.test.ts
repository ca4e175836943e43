// Long: it tries the pages in a browser in every width.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { barriersOf } from '../../../testing/clients/accessibility.ts';
import { request } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import type { Tab } from '../../../testing/clients/browser.ts';
import { openCallback } from '../../../testing/clients/oauth-assistant.ts';
import { FormBrowser, OAuthClient } from '../../../testing/clients/oauth-browser.ts';
import {
  callOnce,
  goToFirstCall,
  jsonServer,
  signInTo,
  startBundle,
  unpackBundle,
  WAYS,
} from '../../../testing/mcp/first-calls.ts';
import { CERTIFICATE, openDocumentServer } from '../../../testing/servers/document-server.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

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

let service: TestService;
let url: string;
/** A browser that is signed in. */
let tab: Tab;

before(async () => {
  service = await startService();
  ({ url } = service.service);
  tab = await openTab();
  await signIn(tab.page, url);
});
after(async () => {
  await tab[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('each way to connect leads to a first call', async () => {
  const { page } = tab;
  for (const id of Object.keys(WAYS)) {
    const { clicks } = await goToFirstCall(page, url, id);
    assert.ok(clicks <= 3, `${id}: ${clicks} clicks`);
    // The mark turns green. The time of use is written after a few seconds, or now.
    if (!['claude', 'claude-desktop'].includes(id)) continue;
    await service.service.flush();
    await page.frameLocator('iframe').getByText('✓ Connected').waitFor();
  }
  // Nobody ticked what an assistant may change.
  const used = (await service.owner.call('GET', '/v1/mcp/keys')).body as { scopes: string[] }[];
  assert.ok(used.every(({ scopes }) => scopes.every((scope) => scope.endsWith('.read'))));
});

test('an install link carries the same server as the text to paste', async () => {
  const { page } = tab;
  for (const id of ['cursor', 'vs-code', 'lm-studio']) {
    const key = await makeKey(page, url, id);
    const server = jsonServer(await pasted(page));
    assert.deepEqual(server, { url: `${url}/v1/mcp/sse`, authorization: `Bearer ${key}` });
    const link = (await page.locator('a.button').getAttribute('href'))!;
    const [, given] = /[?&](?:config=)?([^&=]+)$/.exec(link)!;
    const config = decodeURIComponent(given!);
    const json = config.startsWith('{') ? config : Buffer.from(config, 'base64').toString();
    assert.deepEqual(jsonServer(json), server, id);
  }
});

test('the mark turns green with the first call, and the key is shown once', async () => {
  const { page } = tab;
  const key = await makeKey(page, url, 'script');
  const status = page.frameLocator('iframe');
  await status.getByText('Waiting for the first call').waitFor();
  const { stdout } = await promisify(execFile)('bash', ['-c', await pasted(page)]);
  assert.ok(Array.isArray(JSON.parse(stdout).result.structuredContent.memories));
  await status.getByText('✓ Connected').waitFor();
  await page.reload();
  assert.doesNotMatch(await page.content(), new RegExp(key), 'shown once');
});

test('the pages have no accessibility problems and fit on a phone', async () => {
  await new OAuthClient(url).connect(OWNER);
  const asked = new OAuthClient(url).authorizeUrl({ scope: null });
  const { page } = tab;
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const at of ['/connect', '/connect/to/claude', '/connect/to/zed', '/connections', asked]) {
      await page.goto(new URL(at, url).href);
      const problems = await barriersOf(page);
      assert.deepEqual(problems, [], `${String(at)}, ${colorScheme}`);
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
      assert.ok(wide <= 360, `${String(at)}: ${wide}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width, height });
});

/** The fields of a manifest of version 0.3 (MANIFEST.md of MCPB) that we use; there are no others. */
const Manifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().regex(/^[a-z0-9-]+$/),
  display_name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools_generated: z.literal(true),
  prompts_generated: z.literal(true),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
});

test('the bundle for Claude Desktop is complete, small and works without anything else', async () => {
  const browser = new FormBrowser();
  const at = `${url}/connect/to/claude-desktop`;
  const guide = await browser.submit(await browser.open(at), { action: 'sign-in', ...OWNER });
  const made = await browser.submit(guide, { name: 'Desktop', scope: 'memories.read' });
  const [key] = /svc_mcp_[\w-]{43}/.exec(made.text)!;
  const download = async (fields: Record<string, string>) => {
    const [, proof] = /name="proof"\s+value="([^"]+)"/.exec(made.text)!;
    const body = new URLSearchParams({ proof: proof!, action: 'bundle', ...fields });
    return browser.fetch(at, { method: 'POST', body });
  };
  assert.equal((await download({ key: 'svc_dev_x' })).status, 422);
  assert.equal((await download({ key, proof: 'forged' })).status, 403);
  const answer = await download({ key });
  assert.match(answer.headers.get('content-disposition')!, /filename="commonplace\.mcpb"/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const archive = new Uint8Array(await answer.arrayBuffer());
  assert.ok(archive.length < 10_000);
  const bundle = unpackBundle(archive);
  const { server } = Manifest.parse(bundle.manifest);
  assert.deepEqual(Object.keys(bundle.files).toSorted(), ['manifest.json', server.entry_point]);
  const env = { SVC_ENDPOINT: `${url}/v1/mcp/sse`, SVC_API_KEY: key };
  assert.deepEqual(server.mcp_config.env, env);

  await using stack = new AsyncDisposableStack();
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'desktop', version: '1' }, {
      versionNegotiation: { mode },
    } as never);
    await client.connect(startBundle(bundle, stack));
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    const [missing, found] = await Promise.all([
      client.callTool({ name: 'create_memory', arguments: { content: 'Lives in Porto' } }),
      client.callTool({ name: 'get_memories', arguments: {} }),
    ]);
    assert.deepEqual([missing.isError, found.isError ?? false], [true, false]);
    await client.close();
  }
  // A person who reads the log of Claude Desktop, or asks the assistant, learns the reason.
  const client = new Client({ name: 'desktop', version: '1' });
  await client.connect(startBundle(bundle, stack));
  const { id } = (await service.owner.call('GET', '/v1/mcp/keys')).body.find(
    ({ name }: { name: string }) => name === 'Desktop',
  );
  await service.owner.call('DELETE', `/v1/mcp/keys/${id}`);
  const refused = await client.callTool({ name: 'get_memories', arguments: {} });
  assert.equal(refused.isError, true);
  assert.match(JSON.stringify(refused.content), /Invalid or missing API key/);
  await assert.rejects(client.listTools(), /Invalid or missing API key/);
  await client.close();
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
  await using tab = await openTab();
  const { page } = tab;
  await signIn(page, url);
  const endpoint = await page.locator('pre').innerText();
  await using callback = await openCallback();
  const id = documents.url('/client.json');
  const redirect_uris = [callback.address];
  documents.answer('/client.json', { client_id: id, client_name: 'Notes', redirect_uris });
  const transport = await signInTo(endpoint, {
    client_id: id,
    callback,
    allow: async (asked) => {
      assert.equal(asked.searchParams.get('client_id'), id);
      await page.goto(asked.href);
      assert.deepEqual(await barriersOf(page), []);
      await page.getByRole('button', { name: 'Look it up' }).click();
      await page
        .getByRole('heading', { name: /Connect assistant\.example\.org:\d+ \(“Notes”\)/ })
        .waitFor();
      await page.getByRole('button', { name: 'Allow' }).click();
    },
  });
  await callOnce(transport);
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
    assert.match(text, /role="alert">\w/);
  }
  assert.deepEqual((await service.owner.call('GET', '/v1/mcp/keys')).body, []);
  const made = await browser.submit(guide, { name: 'Cursor', scope: 'memories.read' });
  assert.match(made.text, /svc_mcp_[\w-]{43}/);
  assert.doesNotMatch((await browser.open(made.url)).text, /svc_mcp_[\w-]{43}/);
  const [key, ...others] = (await service.owner.call('GET', '/v1/mcp/keys')).body;
  assert.deepEqual([key.name, key.scopes, others], ['Cursor', ['memories.read'], []]);
});
