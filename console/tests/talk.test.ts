/** Tests talking to the page, in Chromium with a microphone that plays real speech. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { joinedSound, silence } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import { isUncovered, openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';
import { startTalking } from './talking.ts';

const SPOKEN = 'I promised to send the report to my boss on Monday. ';

let folder: string;
let microphone: string;
/** The service of most tests, behind a network that a test can cut. */
let lossy: Awaited<ReturnType<typeof startLossyService>>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talk-'));
  microphone = join(folder, 'speech.wav');
  const said = await speak(SPOKEN.repeat(8));
  writeFileSync(microphone, writeWav(joinedSound(silence(0.5), said, silence(30))));
  lossy = await startLossyService({ recogniser, environment: { SVC_KEEP_AUDIO: 'on' } });
});
after(async () => {
  await lossy[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  lossy.network.mend();
  sessionsBefore = sessions;
  const { owner } = lossy.service;
  const earlier = (await owner.call('GET', EVERY_TALK)).body as Json[];
  for (const { id } of earlier) await owner.call('DELETE', `/v1/conversations/${id}`);
  assert.deepEqual((await owner.call('GET', EVERY_TALK)).body, []);
});

const EVERY_TALK = '/v1/conversations?statuses=in_progress,processing,completed';
/** In each test, the recogniser returns the first sentence in its first session, and the second in the next. */
const SENTENCES = ['I promised to send the report on Monday.', 'We meet the carpenter at ten.'];
let sessions = 0;
let sessionsBefore = 0;
const recogniser = scriptedRecogniser({
  utterances: (session) => {
    sessions = session + 1;
    return [{ text: SENTENCES[session - sessionsBefore] ?? '', start: 0.5, end: 2 }];
  },
});

test('words appear as they are said, on every page, and become a conversation', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone });
  const { page } = tab;
  await startTalking(tab, SENTENCES[0]!);
  // The talk goes on while the user looks at other pages.
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.getByRole('link', { name: SENTENCES[0]! }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { name: /report/i }).waitFor();
  await page.getByRole('checkbox', { name: /send the report/i }).waitFor();
  const { body } = await service.owner.call('GET', '/v1/conversations');
  assert.deepEqual(
    body.map(({ status, source }: Json) => [status, source]),
    [['completed', 'desktop']],
  );
});

test('the page shows that it hears, before there are words', async () => {
  await using silent = await startLossyService({
    recogniser: scriptedRecogniser({ utterances: [] }),
  });
  await using tab = await openConsole(silent.url, silent.service.owner, { microphone });
  const { page } = tab;
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByText('I hear you. The words are on their way.').waitFor();
  const level = page.getByRole('meter', { name: 'Loudness' });
  await eventually(
    'the level to move',
    async () => Number(await level.getAttribute('aria-valuenow')) > 5,
  );
  const { width, height } = (await level.boundingBox())!;
  assert.ok(width > 200 && height > 24, `${width} × ${height}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await eventually(
    'the level to rest',
    async () => (await level.getAttribute('aria-valuenow')) === '0',
  );
});

test('notes beside the talk become words of its conversation', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone });
  const { page } = tab;
  await startTalking(tab, SENTENCES[0]!);
  await page.getByLabel('Type a note').fill('I will ask Ines for the keys tomorrow.');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Notes' }).getByText('Ines').waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('[data-segment]', { hasText: 'ask Ines' }).waitFor();
  await page.locator('[data-segment]', { hasText: SENTENCES[0]! }).waitFor();
  // They stay one's own, apart from what was said.
  await page.getByRole('region', { name: 'Your notes' }).getByText('ask Ines').waitFor();
  await page.getByRole('button', { name: 'Your note', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: /ask Ines/i }).waitFor();
  const { body } = await service.owner.call('GET', '/v1/conversations');
  assert.equal(body.length, 1);
  assert.equal(await page.evaluate('localStorage.getItem("commonplace-notes")'), '[]');
});

test('the field for notes stays in view below the words and many notes', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone });
  const { page } = tab;
  await page.setViewportSize({ width: 1280, height: 460 });
  await startTalking(tab, SENTENCES[0]!);
  const field = page.getByLabel('Type a note');
  for (const note of ['Bread', 'Butter', 'Milk', 'Honey', 'Figs']) {
    await eventually('the field to be in view', () => isUncovered(field));
    await field.fill(note);
    await page.keyboard.press('Enter');
  }
  const newest = page.getByRole('region', { name: 'Notes' }).getByText('Figs');
  await eventually('the newest note to be in view', () => isUncovered(newest));
  assert.ok(await isUncovered(field));
  assert.ok(await isUncovered(page.getByRole('button', { name: 'Finish' })));
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('region', { name: 'Your notes' }).getByText('Figs').waitFor();
  // Also among the words, each is a line of its own.
  const lines = page.getByRole('button', { name: 'Your note', exact: true });
  await eventually('five lines', async () => (await lines.count()) === 5);
});

test('each note goes to the conversation beside which it was typed, also when the page is closed', async () => {
  const { url, network, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone, losesNetwork: true });
  const { page } = tab;
  const typed = new Map<string, number>();
  const type = async (text: string) => {
    await page.getByLabel('Type a note').fill(text);
    typed.set(text, Date.now());
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notes' }).getByText(text).waitFor();
  };
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await type('Before the first word.');
  await page.getByText(SENTENCES[0]!).first().waitFor();
  await type('Ines has the keys.');
  const { conversation } = (await service.owner.call('POST', '/v1/conversations', {})).body;
  await page.getByText(SENTENCES[1]!).first().waitFor();
  await type('The carpenter brings oak.');
  network.cut();
  await page.getByText(/Offline. The last \d+ s/).waitFor();
  await type('He wants cash.');
  // The origin keeps its storage while the page is closed.
  await page.goto('about:blank');
  network.mend();
  await tab.go('/talk');
  await eventually('the notes to be sent', async () => {
    const left = await page.evaluate('localStorage.getItem("commonplace-notes")').catch(() => '');
    return left === '[]';
  });
  const { body } = await service.owner.call('GET', EVERY_TALK);
  assert.equal(body.length, 2);
  const notesOf = async (id: string): Promise<string[]> => {
    const { transcript_segments, started_at } = (
      await service.owner.call('GET', `/v1/conversations/${id}`)
    ).body;
    const own = (transcript_segments as Json[]).filter(({ text }) => typed.has(text));
    for (const { text, start } of own) {
      const expected = Math.max(0, (typed.get(text)! - Date.parse(started_at)) / 1000);
      assert.ok(Math.abs(start - expected) < 1.5, `${text} at ${start} instead of ${expected}`);
    }
    return own.map(({ text }) => text);
  };
  const other = (body as Json[]).find(({ id }) => id !== conversation.id)!;
  assert.deepEqual(await notesOf(conversation.id), [
    'Before the first word.',
    'Ines has the keys.',
  ]);
  assert.deepEqual(await notesOf(other['id']), ['The carpenter brings oak.', 'He wants cash.']);
});

test('sound that a closed page could not send is sent by the next one', async () => {
  const { url, network, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone, losesNetwork: true });
  const { page } = tab;
  await startTalking(tab, SENTENCES[0]!);
  network.cut();
  await page.getByText(/Offline. The last [4-9] s/).waitFor();
  await page.goto('about:blank');
  network.mend();
  await tab.go('/talk');
  await eventually('the words of the earlier page', async () => {
    const { body } = await service.owner.call('GET', '/v1/conversations?statuses=in_progress');
    return JSON.stringify(body).includes(SENTENCES[1]!);
  });
});

test('a page that is reloaded goes on with its talk', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone });
  const { page } = tab;
  page.setDefaultTimeout(20_000);
  await startTalking(tab, SENTENCES[0]!);
  let asked = 0;
  page.on('dialog', () => (asked += 1));
  await page.reload();
  assert.equal(asked, 1, 'the browser asks before it closes the page');
  await page.getByText('A talk is still open').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(SENTENCES[1]!).first().waitFor();
  assert.notEqual(await page.getByRole('timer').innerText(), '0:00');
  await page.reload();
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  const { body } = await service.owner.call('GET', '/v1/conversations');
  assert.equal(body.length, 1);
  await tab.go('/talk');
  await page.getByText('Start listening').waitFor();
  assert.equal(await page.getByText('A talk is still open').count(), 0);
});

test('a page without a microphone says what to do', async () => {
  await using tab = await openConsole(lossy.url, lossy.service.owner);
  await tab.go('/talk');
  await tab.page.getByRole('button', { name: 'Start listening' }).click();
  await tab.page.getByText(/no microphone|does not let this page/).waitFor();
});

test('a dropped recording becomes a conversation', async () => {
  await using tab = await openConsole(lossy.url, lossy.service.owner);
  const { page } = tab;
  await tab.go('/');
  await page.getByLabel('Drop a recording').setInputFiles(microphone);
  // The recording becomes a conversation of the day, right there.
  const conversation = page.getByRole('article').getByRole('link').first();
  await conversation.click();
  await page.getByText(SENTENCES[0]!).first().waitFor();
  await tab.go('/talk');
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound') };
  await page.getByLabel('Choose a file').setInputFiles(notes);
  await page.getByRole('alert').waitFor();
  await eventually('the line', () => /status of 400/.test(tab.complaints.join()));
  tab.complaints.length = 0;
});

test('the day grows with the words of another device, and the arrow keys change the day', async () => {
  await using service = await startService({ sampleSpeed: 8 });
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  await tab.go('/');
  await page.getByText('How would you like to start?').waitFor();
  const { body } = await service.owner.call('POST', '/v1/demo');
  await page.getByRole('log').getByText('What a lovely place').waitFor();
  await page.getByText('1 conversation').first().waitFor();
  await page.getByRole('checkbox').first().waitFor({ state: 'detached' });
  await page.getByText('Clean the house').first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Nothing was heard on this day').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('link', { name: /./ }).first().waitFor();
  await page.getByText('Clean the house').first().waitFor();
  // A press on the ribbon opens the sentence that was said there.
  const ribbon = page.locator('article svg').first();
  await ribbon.hover({ position: { x: 10, y: 5 } });
  await page
    .getByText(/I live in Boston/)
    .first()
    .waitFor();
  await ribbon.click({ position: { x: 10, y: 5 } });
  await page.waitForURL(`**/conversations/${body.conversation_id}?at=*`);
});
