// Long: it takes 21 pictures.
/**
 * Takes the pictures of the documents, in every look. `npm run console:pictures` writes them there.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { silence } from '../../src/engines/audio/testing.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

const DOCUMENTS = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const LOOKS = [
  { name: 'light', width: 1280, height: 820, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 820, colorScheme: 'dark' },
  { name: 'phone', width: 360, height: 820, colorScheme: 'light' },
] as const;

test('the day, a talk, a conversation and an answer have their pictures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const pictures = process.env['COMMONPLACE_WRITE_PICTURES'] === '1' ? DOCUMENTS : folder;
  try {
    const microphone = join(folder, 'microphone.wav');
    writeFileSync(microphone, writeWav(silence(60)));
    const utterances = [
      'The lamp in the stairwell is broken again.',
      'I will write to the landlord tonight, and send him the photo.',
      'Ask him about the cellar door as well, it does not close since the rain.',
    ].map((text, at) => ({ text, start: at, end: at + 0.9, speaker: at === 1 ? 0 : 1 }));
    const capabilities = { diarization: true };
    const recogniser = scriptedRecogniser({ utterances, capabilities });
    await using service = await startService({ recogniser });
    const { owner } = service;
    const [id] = await createSampleDay(owner);
    for (const content of ['Is allergic to peanuts', 'Plays the viola on Sundays']) {
      await owner.call('POST', '/v3/memories', { content });
    }
    await owner.call('POST', '/v2/messages', {
      text: 'How much money is in the budget for the garden?',
    });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await owner.call('POST', `/v1/users/daily-summaries/${yesterday}/refresh`);
    const pages = [
      ['day', `/?day=${yesterday}`, /blood pressure/i],
      ['conversations', '/conversations', /\bcurtains\b/i],
      ['reading', `/conversations/${id}`, /Transcript/],
      ['memories', '/memories', /Is this true/],
      ['tasks', '/tasks', /Book a table/],
      ['ask', '/ask', /nine hundred/i],
    ] as const;
    await using tab = await openConsole(service.service.url, owner, { microphone });
    const { page } = tab;
    /** Takes a picture of the page in each look. */
    async function take(name: string, open: () => Promise<unknown>, text: RegExp): Promise<void> {
      for (const { name: look, width, height, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await open();
        await page.getByText(text).last().waitFor();
        await page.evaluate('document.fonts.ready');
        await page.screenshot({ path: join(pictures, `console-${name}-${look}.png`) });
      }
    }

    for (const [name, path, text] of pages) await take(name, () => tab.go(path), text);
    await tab.go('/talk');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await take('talk', async () => {}, /cellar door/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
