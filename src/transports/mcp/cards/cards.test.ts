/** The card shows the answers of tools inside a client, here with the official host of MCP Apps. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { openTab } from '../../../testing/clients/browser.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

let service: TestService;
let client: Client;
let host: string;

before(async () => {
  service = await startService();
  const { body } = await service.owner.call('POST', '/v1/mcp/keys', { name: 'Laptop' });
  client = new Client({ name: 'host', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', service.service.url), {
      requestInit: { headers: { Authorization: `Bearer ${body.key}` } },
    }),
  );
  const { outputFiles } = await build({
    entryPoints: ['src/testing/clients/card-host.js'],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  host = outputFiles[0]!.text;
});
after(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

/** Calls a tool and shows its card. */
async function show(page: Page, name: string, given: Json, context: Json = { theme: 'light' }) {
  const { tools } = await client.listTools();
  const meta = tools.find((tool) => tool.name === name)?._meta as Json;
  const { contents } = await client.readResource({ uri: meta['ui'].resourceUri });
  const [{ mimeType, text }] = contents as unknown as [Json];
  assert.equal(mimeType, 'text/html;profile=mcp-app');
  const result = await client.callTool({ name, arguments: given });
  await page.exposeFunction('callTool', (asked: { name: string; arguments: Json }) =>
    client.callTool(asked),
  );
  await page.setContent('<!doctype html><title>host</title>');
  await page.addScriptTag({ content: host });
  await page.evaluate(
    `showCard(${JSON.stringify(text)}, ${JSON.stringify(result)}, ${JSON.stringify(context)})`,
  );
  return page.frameLocator('iframe');
}

const CONVERSATIONS = '/v1/dev/user/conversations/from-segments';
async function talk(texts: string[]): Promise<string> {
  const writer = await service.owner.key(['conversations:write']);
  const { body } = await writer.call('POST', CONVERSATIONS, {
    started_at: '2026-03-02T10:00:00Z',
    transcript_segments: texts.map((text, at) => ({
      text,
      speaker: 'SPEAKER_00',
      is_user: true,
      start: at * 60,
      end: at * 60 + 5,
    })),
  });
  assert.equal(body.status, 'completed', JSON.stringify(body));
  return body.id;
}

test('a task is ticked in the card, and a failure is shown', async () => {
  const { body } = await service.owner.call('POST', '/v1/action-items', {
    description: 'Buy <b>oars</b>',
    due_at: '2026-03-05T09:00:00Z',
  });
  await using tab = await openTab();
  const card = await show(tab.page, 'get_action_items', { completed: false });
  const box = card.getByRole('checkbox', { name: /Buy <b>oars<\/b>/ });
  await box.check();
  await eventually('the task to be done', async () => {
    const read = await service.owner.call('GET', `/v1/action-items/${body.id}`);
    return read.body.completed;
  });
  await card.locator('.done').waitFor();
  await service.owner.call('DELETE', `/v1/action-items/${body.id}`);
  await box.click();
  await card
    .getByRole('alert')
    .getByText(/not found/i)
    .waitFor();
  assert.equal(await box.isChecked(), true);
});

test('a conversation shows its moments, page by page', async () => {
  const id = await talk(Array.from({ length: 130 }, (_, at) => `Line number ${at} of the talk.`));
  await using tab = await openTab();
  const card = await show(tab.page, 'get_conversation_by_id', { conversation_id: id });
  await card.getByText('Line number 99 of the talk.').waitFor();
  assert.equal(await card.getByText('Line number 100 of the talk.').count(), 0);
  await card.getByText('99:00').waitFor();
  await card.getByRole('button', { name: 'More' }).click();
  await card.getByText('Line number 129 of the talk.').waitFor();
  await card.getByRole('button', { name: 'More' }).waitFor({ state: 'hidden' });
});

test('a day shows its headline in the theme of the client', async () => {
  await talk(['Rui and I painted the boat today. It took the whole morning and we liked it.']);
  await service.owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  await using tab = await openTab();
  const card = await show(tab.page, 'get_daily_summaries', {}, { theme: 'dark' });
  await card.getByRole('heading', { level: 1 }).waitFor();
  await card.getByText(/March 2, 2026/).waitFor();
  const paper = await card
    .locator('body')
    .evaluate('getComputedStyle(document.body).backgroundColor');
  assert.equal(paper, 'rgb(29, 26, 23)');
  const height = await tab.page.locator('iframe').evaluate((frame) => frame.clientHeight);
  assert.ok(height > 60, String(height));
});

test('a card without anything to show says so', async () => {
  await using tab = await openTab();
  const card = await show(tab.page, 'get_action_items', { filter: 'text=nothingatall' });
  await card.getByText('Nothing was found.').waitFor();
});
