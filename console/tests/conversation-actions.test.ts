/** Tests what a user does with whole conversations: share, merge, export, retry, add to a calendar. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { makerInThread } from '../../src/engines/understanding/understand.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';

const PATH = '/v1/conversations';

let service: TestService;
/** False while every conversation fails. */
let isInOrder = true;

before(async () => {
  const rules = makerInThread();
  service = await startService({
    maker: {
      name: 'rules',
      understand: async (transcript, options) => {
        if (!isInOrder) throw new Error('out of order');
        return rules.understand(transcript, options);
      },
    },
    environment: { SVC_LOG_LEVEL: 'silent' },
  });
});
after(() => service[Symbol.asyncDispose]());

/** Stores a conversation of two, and waits until it has this state. */
async function store(
  texts: readonly string[],
  { hour = 9, status = 'completed' }: { hour?: number; status?: string } = {},
): Promise<string> {
  const { body } = await service.owner.call('POST', `${PATH}/from-segments`, {
    transcript_segments: texts.map((text, index) => ({
      text,
      start: index * 5,
      end: index * 5 + 4,
      is_user: index % 2 === 0,
      speaker_id: index % 2,
    })),
    started_at: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
  });
  await eventually(`the conversation to be ${status}`, async () => {
    const read = await service.owner.call('GET', `${PATH}/${body.id}`);
    return read.body.status === status;
  });
  return body.id;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test('a shared conversation can be read without an account until sharing stops', async () => {
  const id = await store(['The heron nests behind the mill.', 'Then we go there on foot.']);
  const { url } = service.service;
  await using tab = await openConsole(url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(`/conversations/${id}`);
  await choose(page, 'Share …');
  const sheet = page.getByRole('dialog', { name: 'Share this conversation' });
  await sheet.getByText('Anyone who has the link').waitFor();
  // Nothing is published before the second press.
  const visibility = async () => (await service.owner.call('GET', `${PATH}/${id}`)).body.visibility;
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'hidden' });
  assert.equal(await visibility(), 'private');
  await choose(page, 'Share …');
  await sheet.getByRole('button', { name: 'Create the link' }).click();
  await sheet.getByRole('button', { name: 'Copy the link' }).click();
  await sheet.getByRole('button', { name: 'Copied' }).waitFor();
  const address = (await page.evaluate('navigator.clipboard.readText()')) as string;
  assert.equal(address, `${url}/shared/${id}`);
  await page.keyboard.press('Escape');

  await using guest = await openConsole(url);
  await guest.page.goto(address);
  await guest.page.getByText('The heron nests behind the mill.').last().waitFor();
  await using list = await openConsole(url, service.owner);
  await list.go('/conversations');
  const shared = list.page.getByRole('article').filter({ hasText: 'Shared with everyone' });
  await shared.filter({ hasText: /heron/i }).waitFor();

  await choose(page, 'Shared link …');
  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('Nobody else can read this any more').first().waitFor();
  await guest.page.reload();
  await guest.page.getByText('This conversation isn’t shared').waitFor();
  assert.equal(await guest.page.getByText('heron').count(), 0);
  const refusals = guest.complaints.splice(0);
  assert.deepEqual(
    refusals.map((line) => /status of 404/.test(line)),
    [true],
  );
  await shared.waitFor({ state: 'detached' });
  assert.equal(await visibility(), 'private');
});

test('two chosen conversations are merged into one with the words of both, unless one undoes it', async () => {
  const later = await store(['The anchor weighs forty kilos.'], { hour: 12 });
  const earlier = await store(['The sail is torn at the seam.'], { hour: 11 });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go('/conversations');
  for (const name of [/anchor/i, /sail/i]) {
    await page.getByRole('link', { name }).hover();
    await page.getByRole('checkbox', { name }).check();
    if (name.source === 'sail') continue;
    assert.ok(await page.getByRole('button', { name: 'Merge' }).isDisabled(), 'one is not enough');
  }
  await page.getByText('2 selected').waitFor();
  const row = page.getByRole('article').filter({ hasText: /anchor|sail/i });
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('2 conversations become one').waitFor();
  assert.equal(await row.count(), 1);
  await page.keyboard.press('z');
  await eventually('both again', async () => (await row.count()) === 2);
  for (const name of [/anchor/i, /sail/i]) {
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('x');
  }
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('2 conversations become one').waitFor();
  // Closing the page merges at once.
  await page.reload();
  await eventually(
    'the merge',
    async () => (await service.owner.call('GET', `${PATH}/${later}`)).status === 404,
  );
  await page.reload();
  await row.getByRole('link').click();
  const words = page.locator('[data-segment]');
  await words.filter({ hasText: 'anchor' }).waitFor();
  assert.deepEqual(await words.allInnerTexts(), [
    'The sail is torn at the seam.',
    'The anchor weighs forty kilos.',
  ]);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await row.first().waitFor();
  assert.equal(await row.count(), 1);
  for (const id of [later, earlier]) {
    assert.equal((await service.owner.call('GET', `${PATH}/${id}`)).status, 404);
  }
});

test('an appointment is downloaded as a calendar file, and is marked', async () => {
  const id = await store([
    'Let us meet on Tuesday at ten in the library.',
    'Good, I will be there.',
  ]);
  const read = async () => (await service.owner.call('GET', `${PATH}/${id}`)).body;
  const [event] = (await read()).structured.events;
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go(`/conversations/${id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^[\p{L}\p{N}-]+\.ics$/u);
  const lines = (await textOf(download)).split('\r\n');
  const begins = new Date(event.start).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  assert.equal(lines[0], 'BEGIN:VCALENDAR');
  assert.ok(lines.includes(`DTSTART:${begins}`), lines.join('\n'));
  assert.ok(lines.some((line) => line.startsWith(`SUMMARY:${event.title.slice(0, 20)}`)));
  await eventually('the mark', async () => (await read()).structured.events[0].created);
});

test('the words of a conversation are exported in every format', async () => {
  const id = await store(['The ferry leaves at noon.', 'Bring the tickets.']);
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go(`/conversations/${id}`);
  const beginnings = {
    md: /^# /,
    txt: /ferry/,
    srt: /^1\r?\n00:00:00,000 --> 00:00:0/,
    vtt: /^WEBVTT/,
    json: /^\{/,
  };
  for (const [format, beginning] of Object.entries(beginnings)) {
    const downloading = page.waitForEvent('download');
    await choose(page, `Export as .${format}`);
    const download = await downloading;
    assert.ok(download.suggestedFilename().endsWith(`.${format}`), download.suggestedFilename());
    const text = await textOf(download);
    assert.match(text, beginning);
    assert.match(text, /ferry leaves at noon[^]*Bring the tickets/);
  }
});

test('a failed conversation says so, and is understood when the user tries again', async () => {
  isInOrder = false;
  const id = await store(['The well needs a new rope by Friday.'], { status: 'failed' });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page, go } = tab;
  page.setDefaultTimeout(15_000);
  await go(`/conversations/${id}`);
  const problem = page.getByRole('alert').filter({ hasText: 'Its words are safe' });
  await problem.waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  // The service tries several times before it says that it failed.
  const tried = () =>
    page.waitForResponse((answer) => answer.url().endsWith(`${id}/retry`), { timeout: 60_000 });
  const failing = tried();
  await again.click();
  await failing;
  // A try that is still under way would succeed as soon as the model is in order.
  await eventually(
    'the second failure',
    async () => {
      const { body } = await service.owner.call('GET', `${PATH}/${id}`);
      return body.status === 'failed';
    },
    // The service waits between its tries.
    { seconds: 60 },
  );
  await problem.waitFor();
  isInOrder = true;
  const working = tried();
  await again.click();
  await working;
  await page.getByRole('heading', { level: 1, name: /well|rope/i }).waitFor();
  await problem.waitFor({ state: 'detached' });
});
