/** Tests an assistant from its sign-in until it is cut off, as the user sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { openCallback, openMemory } from '../../src/testing/clients/oauth-assistant.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

test('an assistant is allowed, searches, is cut off, and what it did keeps its name', async () => {
  await using service = await startService();
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
  await page.getByText('Connected Claude').waitFor();
  await page.getByRole('button', { name: 'Cut off' }).click();
  await page.getByText('No assistant is connected.').waitFor();
  await page.getByText('Disconnected Claude').waitFor();
  await page.getByText(/· Claude$/).waitFor();
  await assert.rejects(assistant.callTool(search), UnauthorizedError);
  await assistant.close();
});
