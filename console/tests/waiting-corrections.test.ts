/** Tests corrections of words and speakers that are made without the network. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
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

async function correct(page: Page, words: RegExp, text: string): Promise<void> {
  const turn = page.getByRole('listitem').filter({ hasText: words });
  await turn.hover();
  await turn.getByRole('button', { name: /^Change what/ }).click();
  await page.getByRole('menuitem', { name: 'Correct the words' }).click();
  await page.getByLabel(/^Words at/).fill(text);
  await page.keyboard.press('Control+Enter');
}

test('words and speakers that are corrected without the network wait, also over a reload', async () => {
  const { url, network, service } = lossy;
  const id = await createTalk();
  const { id: ines } = await call('POST', '/v1/users/people', { name: 'Ines' });
  await using tab = await openConsole(url, service.owner, { losesNetwork: true });
  const { page } = tab;
  const people = page.waitForResponse(/users\/people/);
  await tab.go(`/conversations/${id}`);
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await (await people).finished();

  network.cut();
  await page.getByText(/does not answer/).waitFor();
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
  await tab.go(`/conversations/${id}`);
  await page.getByRole('heading', { name: 'Transcript' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  network.cut();
  await page.getByText(/does not answer/).waitFor();
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
