// Long: it waits for lost networks.
/** Tests notes that are typed before the first words of a talk. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { joinedSound, silence } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import type { ApiUser, Json } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';
import { startLossyService } from './lossy-service.ts';

const SENTENCE = 'We meet the carpenter at ten.';

let folder: string;
let microphone: string;
let lossy: Awaited<ReturnType<typeof startLossyService>>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  microphone = join(folder, 'speech.wav');
  writeFileSync(microphone, writeWav(joinedSound(await speak(SENTENCE.repeat(4)), silence(30))));
  const utterances = [{ text: SENTENCE, start: 0.5, end: 2 }];
  lossy = await startLossyService({ recogniser: scriptedRecogniser({ utterances }) });
});
after(async () => {
  await lossy[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Returns the texts of the conversation with this note, as soon as it exists. */
async function wordsWith(user: ApiUser, note: string): Promise<string[]> {
  return eventually(`the note “${note}”`, async () => {
    const path = '/v1/conversations?statuses=in_progress,processing,completed&limit=20';
    const { body } = await user.call('GET', path);
    const texts = await Promise.all(
      (body as Json[]).map(async ({ id }) => {
        const read = await user.call('GET', `/v1/conversations/${id}`);
        return (read.body.transcript_segments as Json[]).map(({ text }) => String(text));
      }),
    );
    return texts.find((each) => each.includes(note));
  });
}

test('a note is kept when there is no microphone', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  await page.addInitScript(`
    MediaDevices.prototype.getUserMedia = () => new Promise((_resolve, reject) => {
      globalThis.refuse = () => reject(new DOMException('none', 'NotFoundError'));
    });
  `);
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByLabel('Type a note').fill('The code of the gate is green.');
  await page.keyboard.press('Enter');
  await page.getByLabel('Type a note').fill('Ask for a second key.');
  await page.evaluate('refuse()');
  await page.getByRole('alert').waitFor();
  const words = await wordsWith(service.owner, 'Ask for a second key.');
  assert.deepEqual(words, ['The code of the gate is green.', 'Ask for a second key.']);
});

test('a text in the field becomes a note when the talk is finished', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone });
  const { page } = tab;
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  const field = page.getByLabel('Type a note');
  await field.fill('He brings oak.');
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.goBack();
  assert.equal(await field.inputValue(), 'He brings oak.');
  await page.getByText(SENTENCE).first().waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('[data-segment]', { hasText: 'He brings oak.' }).waitFor();
});

test('a note of a page that closes before the first words goes to their conversation', async () => {
  const { url, service, network } = lossy;
  await using tab = await openConsole(url, service.owner, { microphone, losesNetwork: true });
  const { page } = tab;
  // The service knows nothing of the talk.
  await page.routeWebSocket(/listen/, (socket) => void socket.close());
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByText(/Offline. The last [3-9] s/).waitFor();
  await page.getByLabel('Type a note').fill('He wants cash.');
  await page.keyboard.press('Enter');
  await page.getByLabel('Type a note').fill('And a receipt.');
  network.cut();
  await page.goto('about:blank');
  network.mend();
  const later = await page.context().newPage();
  await page.close();
  await later.goto(`${url}/tasks`);
  const words = await wordsWith(service.owner, 'And a receipt.');
  assert.ok(words.includes(SENTENCE) && words.includes('He wants cash.'), words.join(' | '));
});

test('a page that was opened over http says why it cannot listen', async () => {
  const { url, service } = lossy;
  await using tab = await openConsole(url, service.owner);
  const { page } = tab;
  await page.addInitScript(`
    Object.defineProperty(globalThis, 'isSecureContext', { value: false });
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.locks;
    delete Navigator.prototype.mediaDevices;
  `);
  await tab.go('/talk');
  await page.getByRole('button', { name: 'Start listening' }).click();
  await page.getByRole('alert').getByText('https').first().waitFor();
});
