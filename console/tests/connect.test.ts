/** Tests that an assistant is connected inside the console, and the pages that do not exist. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../src/testing/eventually.ts';
import { request } from '../../src/testing/clients/api-user.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test('an assistant gets a key and a command to copy, and the page says when it has called', async () => {
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.go('/settings/assistants');
  await page.getByText('No assistant is connected yet.').waitFor();
  await page.getByRole('link', { name: 'Connect an assistant' }).click();
  await page.getByRole('link', { name: 'Claude Code' }).click();
  await page.getByRole('button', { name: 'Make an API key' }).click();
  await page.getByText('Waiting for the first call').waitFor();
  await page.getByText('Start claude and ask it').waitFor();
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const command = (await page.evaluate('navigator.clipboard.readText()')) as string;
  assert.ok(command.startsWith(`claude mcp add --transport http commonplace ${url}/v1/mcp/sse`));
  const [key] = /svc_mcp_[\w-]+/.exec(command)!;
  await request(url, 'POST', '/mcp', {
    token: key,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_memories', arguments: {} },
    },
  });
  // Times of use are stored together, every ten seconds.
  await service.service.flush();
  await page.getByText('Connected. The first call has arrived.').waitFor();
  await tab.go('/settings/assistants');
  await page.getByRole('listitem').filter({ hasText: 'Claude Code' }).first().waitFor();
  assert.equal(await page.getByText('No assistant is connected').count(), 0);
  // An assistant that calls from the internet needs more, and the page says what.
  await tab.go('/settings/connect?to=claude');
  await page.getByText('This assistant calls your server').waitFor();
  await page.getByText('reverse_proxy 127.0.0.1').waitFor();
  await page.getByRole('link', { name: 'Another assistant' }).click();
  await page.getByRole('link', { name: 'Cursor' }).waitFor();
});

test('an address without a page shows one that says so, with a title, and inside the settings with the rail', async () => {
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  const answer = await page.goto(`${url}/nonsense`);
  assert.equal(answer!.status(), 404);
  await page.getByText('There’s nothing at this address.').waitFor();
  assert.equal(await page.title(), 'Page not found – Commonplace');
  await tab.go('/settings/nonsense');
  await page.getByText('There’s nothing at this address.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).first().waitFor();
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.waitForURL(`${url}/`);
  assert.deepEqual(
    tab.complaints.splice(0).filter((line) => !/status of 404/.test(line)),
    [],
  );

  for (const [path, title] of [
    ['/sign-in', 'Sign in – Commonplace'],
    ['/welcome', 'Sign in – Commonplace'],
  ] as const) {
    await tab.go(path);
    await eventually(`the title of ${path}`, async () => (await page.title()) === title);
  }
  await tab.go('/operator');
  const settings = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', {
    name: 'Settings',
  });
  await eventually(
    'the place in the rail',
    async () => (await settings.first().getAttribute('aria-current')) === 'page',
  );
});

test('an Arabic talk runs from the right, with its bar, titles and facts', async () => {
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'مرحبا بك في المدينة الجديدة', start: 0, end: 4, is_user: true }],
  });
  await owner.call('POST', '/v3/memories', { content: 'يحب القهوة' });
  await eventually('the talk to be understood', async () => {
    const { body: read } = await owner.call('GET', `/v1/conversations/${body.id}`);
    return read.status === 'completed';
  });
  await owner.call(
    'PATCH',
    `/v1/conversations/${body.id}/title?title=${encodeURIComponent('المدينة')}`,
  );
  await using tab = await openConsole(service.service.url, owner);
  const { page } = tab;
  page.setDefaultTimeout(10_000);
  await tab.go(`/conversations/${body.id}`);
  const said = page.locator('[data-segment]').first();
  const you = page.getByRole('button', { name: 'You', exact: true });
  const [words, name] = [(await said.boundingBox())!, (await you.boundingBox())!];
  // The name of the speaker is at the right end, above the beginning of the words.
  assert.ok(
    Math.abs(name.x + name.width - (words.x + words.width)) < 60,
    JSON.stringify([words, name]),
  );
  for (const [path, role, text] of [
    ['/conversations', 'link', 'المدينة'],
    ['/memories', 'button', 'يحب القهوة'],
  ] as const) {
    await tab.go(path);
    const row = page.getByRole(role, { name: text }).first();
    await row.waitFor();
    const right = await row.evaluate((element): number => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(element);
      const { width } = element.ownerDocument.documentElement.getBoundingClientRect();
      return width - range.getBoundingClientRect().right;
    });
    assert.ok(right < 420, `${path}: ${right} px from the right edge`);
  }
});
