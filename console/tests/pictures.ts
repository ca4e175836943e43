/** Writes the pictures of the documents: `npm run console:pictures`. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const LOOKS = [
  { name: 'light', width: 1280, height: 820, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 820, colorScheme: 'dark' },
  { name: 'phone', width: 390, height: 820, colorScheme: 'light' },
] as const;

mkdirSync(FOLDER, { recursive: true });
await using service = await startService();
const { owner } = service;
const [id] = await createSampleDay(owner);
for (const content of ['Is allergic to peanuts', 'Plays the viola on Sundays']) {
  await owner.call('POST', '/v3/memories', { content });
}
await owner.call('POST', '/v2/messages', { text: 'What is the budget of the garden project?' });
const pages = [
  ['day', '/', /airport/i],
  ['conversations', '/conversations', /airport/i],
  ['reading', `/conversations/${id}`, /Transcript/],
  ['memories', '/memories', /Is this true/],
  ['tasks', '/tasks', /Book a table/],
  ['ask', '/ask', /nine hundred/i],
] as const;
await using tab = await openConsole(service.service.url, owner);
const { page } = tab;
for (const [name, path, text] of pages) {
  for (const { name: look, width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await tab.go(path);
    await page.getByText(text).last().waitFor();
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: `${FOLDER}console-${name}-${look}.png` });
  }
}
