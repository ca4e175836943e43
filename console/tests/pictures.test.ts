// Long: it takes 21 pictures.
/**
 * Takes the pictures of the documents, in every look. `npm run console:pictures` writes them there.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { joinedSound, silence } from '../../src/engines/audio/testing.ts';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { writeWav } from '../../src/engines/audio/wav.ts';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import type { ConsoleTab } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

const DOCUMENTS = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** Those that a browser shows before it installs the console. */
const SCREENSHOTS = fileURLToPath(new URL('../public/screenshots/', import.meta.url));
const LOOKS = [
  { name: 'light', width: 1280, height: 820, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 820, colorScheme: 'dark' },
  { name: 'phone', width: 360, height: 820, colorScheme: 'light' },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
after(() => rmSync(folder, { recursive: true }));
const pictures = process.env['COMMONPLACE_WRITE_PICTURES'] === '1' ? DOCUMENTS : folder;

interface Picture {
  name: string;
  open?: () => Promise<unknown>;
  /** A text that the page shows when it is ready. */
  text: RegExp;
}

/** Takes a picture of the page in each look. */
async function take({ page }: ConsoleTab, { name, open, text }: Picture): Promise<void> {
  for (const { name: look, width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open?.();
    await page.getByText(text).last().waitFor();
    await page.evaluate('document.fonts.ready');
    const path = join(pictures, `console-${name}-${look}.png`);
    await page.screenshot({ path });
    const shown = join(SCREENSHOTS, `${name}-${look}.png`);
    if (pictures === DOCUMENTS && existsSync(shown)) copyFileSync(path, shown);
  }
}

test('the day, a conversation and an answer have their pictures', async () => {
  await using service = await startService();
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
    ['day', `/?day=${yesterday}`, /Doctor Reis/],
    ['conversations', '/conversations', /\b(?:curtains|table)\b/i],
    ['reading', `/conversations/${id}`, /Transcript/],
    ['memories', '/memories', /peanuts/],
    ['tasks', '/tasks', /Book a table/],
    ['ask', '/ask', /nine hundred/i],
  ] as const;
  await using tab = await openConsole(service.service.url, owner);
  for (const [name, path, text] of pages) await take(tab, { name, open: () => tab.go(path), text });
});

test('a page that listens shows what the built-in recogniser hears, while it is said', async () => {
  const microphone = join(folder, 'microphone.wav');
  const lamp = await speak('The lamp in the stairwell is broken again.', 'rms');
  const landlord = await speak(
    'I will write to the landlord tonight, and send him the photo of the lamp.',
  );
  const door = await speak(
    'Ask him about the cellar door as well, it does not close since the rain, and the key is lost.',
    'rms',
  );
  const turns = [silence(1), lamp, silence(1.5), landlord, silence(1.5), door, silence(60)];
  writeFileSync(microphone, writeWav(joinedSound(...turns)));
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  await using tab = await openConsole(service.service.url, service.owner, { microphone });
  await tab.go('/talk');
  await tab.page.getByRole('button', { name: 'Start listening' }).click();
  await take(tab, { name: 'talk', text: /landlord/ });
});
