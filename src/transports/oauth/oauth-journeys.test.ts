/** Tests complete sign-ins, with programs of other projects as clients and a real browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { openTab } from '../../testing/clients/browser.ts';
import type { Tab } from '../../testing/clients/browser.ts';
import { openCallback, openMemory } from '../../testing/clients/oauth-assistant.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { freePort } from '../../testing/servers/free-port.ts';

let service: TestService;
let url: string;
let tab: Tab;
before(async () => {
  service = await startService();
  ({ url } = service.service);
  tab = await openTab();
});
after(async () => {
  await tab[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('a callback that redirects further works, in the window that it opened', async () => {
  const elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<script>opener.postMessage("connected", "*")</script>Somewhere else.');
  }).listen(0, '127.0.0.1');
  const hopping = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (pathname === '/callback') {
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(302, { Location: `http://localhost:${port}/done` }).end();
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        '<script>addEventListener("message", (said) => (document.title = said.data))</script>',
      );
    }
  }).listen(0, '127.0.0.1');
  await Promise.all([once(elsewhere, 'listening'), once(hopping, 'listening')]);
  const { port } = hopping.address() as AddressInfo;
  const context = await tab.page.context().browser()!.newContext();
  const opener = await context.newPage();
  await opener.goto(`http://127.0.0.1:${port}/`);
  const asked = authorizeUrl(`http://127.0.0.1:${port}/callback`);
  const [popup] = await Promise.all([
    opener.waitForEvent('popup'),
    opener.evaluate(`void open(${JSON.stringify(asked.href)})`),
  ]);
  await signIn(popup);
  await popup.getByRole('button', { name: 'Allow' }).click();
  await popup.getByText('Somewhere else.').waitFor();
  await opener.waitForFunction('document.title === "connected"');
  await context.close();
  for (const server of [elsewhere, hopping]) {
    server.closeAllConnections();
    server.close();
  }
});

function authorizeUrl(redirect_uri: string): URL {
  const asked = new URL('/authorize', url);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: 'svc-claude',
    redirect_uri,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })) {
    asked.searchParams.set(name, value);
  }
  return asked;
}

async function signIn(page: Page, password: string = OWNER.password): Promise<void> {
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a third-party assistant finds the sign-in, gets access and is disconnected', async () => {
  await using callback = await openCallback();
  const { page } = tab;
  const { kept, provider } = openMemory(callback.address);
  // The address as people type it, although the service names itself 127.0.0.1.
  const endpoint = new URL('/v1/mcp/sse', url.replace('127.0.0.1', 'localhost'));
  const open = () => new StreamableHTTPClientTransport(endpoint, { authProvider: provider });

  const first = open();
  const client = new Client({ name: 'third party', version: '1' });
  await assert.rejects(client.connect(first), UnauthorizedError);
  assert.equal(kept.asked!.origin, url);

  await page.goto(kept.asked!.href);
  await page.getByText('Claude').first().waitFor();
  await signIn(page, 'not the password');
  await page.getByText('The address or the password is wrong.').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), OWNER.email);
  await signIn(page);
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByText(OWNER.email).waitFor();
  await page.getByLabel('Read your goals').uncheck();
  await shoot(page, 'consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Back in the assistant.').waitFor();

  const back = await callback.arrived;
  assert.equal(back.searchParams.get('state'), kept.state);
  assert.deepEqual(back.searchParams.getAll('iss'), [url]);
  await first.finishAuth(back.searchParams);

  const connected = new Client({ name: 'third party', version: '1' });
  await connected.connect(open());
  const { tools } = await connected.listTools();
  assert.ok(tools.some(({ name }) => name === 'get_memories'));
  assert.ok(
    tools.some(({ name }) => name === 'create_memory'),
    'it may ask for more',
  );
  const create = { name: 'create_memory', arguments: { content: 'Lives in Porto' } };

  // It was allowed to read. For a change, it has to ask its user again.
  await assert.rejects(connected.callTool(create), UnauthorizedError);
  await connected.close();
  const asked = kept.asked!.searchParams.get('scope')!.split(' ');
  assert.ok(asked.includes('memories.write') && asked.includes('memories.read'));
  await page.goto(kept.asked!.href);
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByLabel('Add, change and delete memories').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Back in the assistant.').waitFor();
  const again = open();
  await again.finishAuth(callback.arrivals[1]!.searchParams);
  const allowed = new Client({ name: 'third party', version: '1' });
  await allowed.connect(open());
  assert.notEqual((await allowed.callTool(create)).isError, true);

  const grants = '/v1/mcp/oauth/grants';
  for (const { id } of (await service.owner.call('GET', grants)).body.grants)
    await service.owner.call('DELETE', `${grants}/${id}`);
  await assert.rejects(allowed.listTools(), UnauthorizedError);
  await allowed.close();
});

test('the pages work by keyboard, on a phone, and with labels for everything', async () => {
  await using callback = await openCallback();
  const phone = await tab.page
    .context()
    .browser()!
    .newContext({
      viewport: { width: 360, height: 640 },
      colorScheme: 'dark',
      javaScriptEnabled: false,
    });
  const page = await phone.newPage();
  const asked = authorizeUrl(callback.address);
  await page.goto(asked.href);
  await page.locator('input[name=email]:focus').waitFor();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await shoot(page, 'phone');
  const boxes = await page.getByRole('checkbox').all();
  assert.equal(boxes.length, 10);
  for (const box of boxes) {
    assert.notEqual(
      await box.evaluate((each) => (each as { labels?: { length: number } }).labels?.length),
      0,
    );
  }
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 360, `wider than the phone: ${String(width)}`);
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  const back = await callback.arrived;
  assert.equal(back.searchParams.get('error'), 'access_denied');
  await phone.close();
});

const SUITE = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

test('the authorization scenarios of the conformance suite pass', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-conformance-'));
  try {
    const port = await freePort();
    const words = ['authorization', '--url', url, '--client-id', 'svc-claude', '--port', `${port}`];
    const suite = spawn(process.execPath, [SUITE, ...words, '-o', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // The program prints the address for the user to open.
    for await (const line of createInterface(suite.stdout)) {
      const [address] = /http\S+\/authorize\?\S+/.exec(line) ?? [];
      if (!address) continue;
      await tab.page.goto(address);
      await tab.page.getByRole('heading', { name: /Sign in|Connect Claude/ }).waitFor();
      if (await tab.page.getByLabel('Password').isVisible()) await signIn(tab.page);
      await tab.page.getByRole('button', { name: 'Allow' }).click();
    }
    const checks = readdirSync(folder)
      .toSorted()
      .flatMap(
        (run) => JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8')) as Check[],
      );
    assert.deepEqual(
      checks.filter(({ status }) => status === 'FAILURE'),
      [],
    );
    const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
    assert.ok(passed.length >= 2, passed.join());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Check {
  id: string;
  status: string;
}

/** Saves screenshots when `SCREENSHOTS=folder` is set. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
