// Long: it waits for lost networks.
/** Tests corrections of words and speakers that are made without the network. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole, type ConsoleTab } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

let lossy: Awaited<ReturnType<typeof startLossyService>>;

before(async () => {
  lossy = await startLossyService();
});
after(() => lossy[Symbol.asyncDispose]());
beforeEach(() => lossy.network.mend());

const call = async (method: string, path: string, body?: object): Promise<Json> =>
  (await lossy.service.owner.call(method, path, body)).body;

const SAID = [
  { text: 'The yard paints the maast in May.', speaker: 'SPEAKER_00', start: 0, end: 4 },
  { text: 'Then we sail to Horta.', speaker: 'SPEAKER_01', start: 5, end: 8 },
  { text: 'Bring the keys.', speaker: 'SPEAKER_02', start: 9, end: 11 },
].map((segment) => ({ ...segment, is_user: false }));

const createTalk = async (): Promise<string> =>
  (await call('POST', '/v1/conversations/from-segments', { transcript_segments: SAID }))['id'];
const segmentsOf = async (id: string): Promise<Json[]> =>
  (await call('GET', `/v1/conversations/${id}`))['transcript_segments'];

/** Opens the sheet that names the speaker of the words. */
const whoSaid = (page: Page, words: RegExp) =>
  page
    .getByRole('listitem')
    .filter({ hasText: words })
    .getByRole('button', { name: /^Speaker \d$/ })
    .first()
    .click();

/** Opens the menu of a turn, chooses an entry, and returns the turn. */
async function choose(page: Page, words: RegExp, name: string): Promise<Locator> {
  const turn = page.getByRole('listitem').filter({ hasText: words });
  await turn.hover();
  await turn.getByRole('button', { name: /^Change what/ }).click();
  await page.getByRole('menuitem', { name }).click();
  return turn;
}

async function splitBefore(page: Page, words: RegExp, word: string): Promise<void> {
  const turn = await choose(page, words, 'Split here …');
  await turn.getByRole('button', { name: word, exact: true }).click();
}

async function correct(page: Page, words: RegExp, text: string): Promise<void> {
  await choose(page, words, 'Correct the words');
  await page.getByLabel(/^Words at/).fill(text);
  await page.keyboard.press('Control+Enter');
}

/** Opens a conversation and waits for what the page needs without the network, then cuts the network. */
async function readAndCut({ page, go }: ConsoleTab, id: string): Promise<void> {
  const people = page.waitForResponse(/users\/people/);
  await go(`/conversations/${id}`);
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await (await people).finished();
  lossy.network.cut();
  await page.getByText(/Can’t reach your server/).waitFor();
}

test('words and speakers that are corrected without the network wait, also over a reload', async () => {
  const { url, network, service } = lossy;
  const id = await createTalk();
  const { id: ines } = await call('POST', '/v1/users/people', { name: 'Ines' });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await readAndCut(tab, id);
  await correct(page, /maast/, 'The yard paints the mast in May.');
  await page.getByText('1 change waits').waitFor();
  await whoSaid(page, /sail/);
  await page.getByRole('dialog').getByRole('button', { name: 'Ines' }).click();
  await page.getByText('2 changes wait').waitFor();
  await whoSaid(page, /keys/);
  await page.getByLabel('Somebody new').fill('Bento');
  await page.keyboard.press('Enter');
  await page.getByText('4 changes wait').waitFor();
  await page.reload();
  await page.getByText('4 changes wait').waitFor();
  await page.getByText('The yard paints the mast in May.').waitFor();
  await page.getByRole('button', { name: 'Ines', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Bento', exact: true }).waitFor();

  // Meanwhile another device adds the same person.
  const { id: bento } = await call('POST', '/v1/users/people', { name: 'bento' });
  network.mend();
  await page.getByText(/changes? waits?/).waitFor({ state: 'detached' });
  assert.deepEqual(
    (await segmentsOf(id)).map(({ text, person_id }) => [text, person_id]),
    [
      ['The yard paints the mast in May.', null],
      ['Then we sail to Horta.', ines],
      ['Bring the keys.', bento],
    ],
  );
});

test('corrected words that waited spare the words that somebody else wrote meanwhile', async () => {
  const { url, network, service } = lossy;
  const id = await createTalk();
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await readAndCut(tab, id);
  await correct(page, /maast/, 'The yard paints the mast in May.');
  await page.getByText('1 change waits').waitFor();
  const [first] = await segmentsOf(id);
  const theirs = { segment_id: first!['id'], text: 'The yard paints the mist in May.' };
  await call('PATCH', `/v1/conversations/${id}/segments/text`, theirs);
  network.mend();
  await page.getByText(/changed elsewhere to “The yard paints the mist in May.”/).waitFor();
  assert.equal((await segmentsOf(id))[0]!['text'], 'The yard paints the mist in May.');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await eventually('the words of the user', async () =>
    /the mast/.test((await segmentsOf(id))[0]!['text']),
  );
});

test('refused words stay in their field, with the reason beside it', async () => {
  const { url, service } = lossy;
  const id = await createTalk();
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await tab.go(`/conversations/${id}`);
  await page.route('**/segments/text', (route) =>
    route.fulfill({ status: 422, json: { detail: 'The keeper is asleep.' } }),
  );
  await correct(page, /maast/, 'The yard paints the mast in May.');
  await page.getByRole('alert').getByText('The keeper is asleep.').waitFor();
  const field = page.getByLabel(/^Words at/);
  assert.equal(await field.inputValue(), 'The yard paints the mast in May.');
  await page.unroute('**/segments/text');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually('the corrected words', async () =>
    /the mast/.test((await segmentsOf(id))[0]!['text']),
  );
});

test('a turn that is split without the network waits, with corrections of its new part', async () => {
  const { url, network, service } = lossy;
  const id = await createTalk();
  const { id: olga } = await call('POST', '/v1/users/people', { name: 'Olga' });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await readAndCut(tab, id);
  await splitBefore(page, /maast/, 'the');
  await page.getByText('1 change waits').waitFor();
  await correct(page, /^(?=.*the maast)(?!.*yard)/, 'the mast in early May.');
  await page.getByText('2 changes wait').waitFor();
  await whoSaid(page, /^(?=.*the mast)(?!.*yard)/);
  await page.getByRole('dialog').getByRole('button', { name: 'Olga' }).click();
  await page.getByText('3 changes wait').waitFor();
  await splitBefore(page, /the mast/, 'early');
  await page.getByText('4 changes wait').waitFor();
  await page.reload();
  await page.getByText('4 changes wait').waitFor();
  await page.getByRole('button', { name: 'Olga', exact: true }).waitFor();
  assert.equal((await segmentsOf(id)).length, 3);

  // The service splits the turn, but its answer is lost.
  let isLost = false;
  await page.route('**/split', async (route) => {
    if (isLost || !/segments/.test(route.request().url())) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  network.mend();
  await page.getByText(/changes? waits?/).waitFor({ state: 'detached' });
  assert.ok(isLost);
  const said = await segmentsOf(id);
  assert.deepEqual(
    said.map(({ text, person_id }) => [text, person_id]),
    [
      ['The yard paints', null],
      ['the mast in', olga],
      ['early May.', null],
      ['Then we sail to Horta.', null],
      ['Bring the keys.', null],
    ],
  );
  assert.equal(new Set(said.map(({ speaker_id }) => speaker_id)).size, 5);
  await page.getByText('early May.').waitFor();
});

test('a split that waited is refused when somebody else changed the words meanwhile', async () => {
  const { url, network, service } = lossy;
  const id = await createTalk();
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  await readAndCut(tab, id);
  await splitBefore(page, /sail/, 'sail');
  await page.getByText('1 change waits').waitFor();
  const [, second] = await segmentsOf(id);
  await call('PATCH', `/v1/conversations/${id}/segments/text`, {
    segment_id: second!['id'],
    text: 'After that we all sail to Horta.',
  });
  network.mend();
  await page.getByText(/The transcript no longer has these words.*sail to Horta/).waitFor();
  assert.equal((await segmentsOf(id)).length, 3);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('After that we all sail to Horta.').waitFor();
});
