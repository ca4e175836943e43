// Long: it opens every page behind a proxy.
// One database: it is about addresses.
/** Tests the service behind a proxy that gives it a path of a site. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { createClient } from '../client/src/index.ts';
import { silence } from '../src/engines/audio/testing.ts';
import { writeWav } from '../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../src/engines/recognition/scripted-recogniser.ts';
import { openTab } from '../src/testing/clients/browser.ts';
import { openCallback, openMemory } from '../src/testing/clients/oauth-assistant.ts';
import { openPathProxy } from '../src/testing/servers/proxies/path-proxy.ts';
import type { PathProxy } from '../src/testing/servers/proxies/path-proxy.ts';
import { OWNER, startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const SEGMENTS = [
  { text: 'I need to book a table for three.', start: 0, end: 4, is_user: true },
  { text: 'Good, and I will bring the garden chairs.', start: 5, end: 9 },
];

const UPLOAD = '/me/v1/conversations/upload/';

async function start(proxy: PathProxy): Promise<TestService> {
  const service = await startService({
    environment: { SVC_BASE_URL: proxy.url },
    recogniser: scriptedRecogniser({
      utterances: [{ text: 'The garden gate needs oil.', start: 0.5, end: 1.5 }],
    }),
  });
  proxy.target = service.service.url;
  return service;
}

for (const strips of [true, false]) {
  test(`the console and assistants work below a path that the proxy ${strips ? 'removes' : 'passes on'}`, async () => {
    await using proxy = await openPathProxy('/me', { strips });
    await using service = await start(proxy);
    const { body: conversation } = await service.owner.call(
      'POST',
      '/v1/conversations/from-segments',
      {
        transcript_segments: SEGMENTS,
        started_at: '2026-03-02T10:00:00Z',
      },
    );

    await using tab = await openTab();
    const { page } = tab;
    const complaints: string[] = [];
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
    });
    await page.goto(`${proxy.url}/conversations/${conversation.id}`);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    complaints.length = 0;
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('garden chairs').first().waitFor();
    assert.equal(new URL(page.url()).pathname, `/me/conversations/${conversation.id}`);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'svc_session');
    assert.equal(cookie!.path, '/me/');
    await page.reload();
    await page.getByText('garden chairs').first().waitFor();
    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/me/tasks');
    // The stream of changes brings what is made elsewhere.
    await service.owner.call('POST', '/v1/action-items', { description: 'Water the tomatoes' });
    await page.getByText('Water the tomatoes').first().waitFor();
    await page.goto(`${proxy.url}/docs`);
    await page.getByText('Commonplace Developer API').first().waitFor();
    assert.deepEqual(complaints, []);

    await using callback = await openCallback();
    const { kept, provider } = openMemory(callback.address);
    const open = () =>
      new StreamableHTTPClientTransport(new URL(`${proxy.url}/v1/mcp/sse`), {
        authProvider: provider,
      });
    const first = open();
    await assert.rejects(
      new Client({ name: 'assistant', version: '1' }).connect(first),
      UnauthorizedError,
    );
    assert.ok(kept.asked!.href.startsWith(`${proxy.url}/authorize`), kept.asked!.href);
    await page.goto(kept.asked!.href);
    await page.getByRole('button', { name: 'Allow' }).click();
    const back = await callback.arrived;
    await page.waitForURL(({ pathname }) => pathname === back.pathname);
    await first.finishAuth(back.searchParams);
    const connected = new Client({ name: 'assistant', version: '1' });
    await connected.connect(open());
    const { tools } = await connected.listTools();
    assert.ok(tools.some(({ name }) => name === 'get_memories'));
    await connected.close();
    await page.goto(`${proxy.url}/connections`);
    await page.getByText('Claude').first().waitFor();
    assert.deepEqual(complaints, []);

    const client = createClient({ baseUrl: proxy.url, token: service.owner.token });
    const session = await client.listen({ custom_stt: 'enabled' });
    session.close();

    // An upload that is cut off goes on at its address.
    const sent: string[] = [];
    let cuts = 1;
    await page.route('**/v1/conversations/upload/**', (route) => {
      const request = route.request();
      sent.push(`${request.method()} ${new URL(request.url()).pathname.slice(0, UPLOAD.length)}`);
      return cuts-- > 0 ? route.abort() : route.continue();
    });
    await page.goto(`${proxy.url}/talk`);
    const buffer = Buffer.from(writeWav(silence(3)));
    const file = { name: 'memo.wav', mimeType: 'audio/wav', buffer };
    await page.getByLabel('Choose a file').setInputFiles(file);
    await page.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByText('The garden gate needs oil.').first().waitFor();
    assert.deepEqual(sent, [`PATCH ${UPLOAD}`, `HEAD ${UPLOAD}`, `PATCH ${UPLOAD}`]);

    await page.goto(`${proxy.url}/settings/data`);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    await page.getByLabel(`Type ${OWNER.email} to confirm`).fill(OWNER.email);
    await page.getByLabel('Current password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    await page.waitForURL(`${proxy.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    assert.deepEqual(proxy.strays, []);
  });
}

test('documents at the root of the host are found by their path', async () => {
  await using proxy = await openPathProxy('/me', { strips: true });
  await using service = await start(proxy);
  const read = async (path: string) => (await fetch(new URL(path, service.service.url))).json();
  const server = (await read('/.well-known/oauth-authorization-server/me')) as Record<
    string,
    string
  >;
  assert.equal(server['issuer'], proxy.url);
  assert.equal(server['token_endpoint'], `${proxy.url}/token`);
  const resource = (await read('/.well-known/oauth-protected-resource/me/v1/mcp/sse')) as Record<
    string,
    string
  >;
  assert.equal(resource['resource'], `${proxy.url}/v1/mcp/sse`);
});
