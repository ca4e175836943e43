/** Tests that no page has accessibility problems or scrolls horizontally on a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../src/testing/start-service.ts';
import { barriersOf } from '../../src/testing/clients/accessibility.ts';
import { openConsole } from './console-tab.ts';
import { createSampleDay } from './sample-day.ts';

/** Addresses with content that only this page shows. */
const PAGES: readonly (readonly [path: string, text: RegExp])[] = [
  ['/', /\btable\b/i],
  ['/talk', /Start listening/],
  ['/conversations', /\btable\b/i],
  ['/conversations/{id}', /Transcript/],
  ['/settings', /Appearance/],
  ['/memories', /About you/],
  ['/memories/{memory}', /Keeps a garden/],
  ['/tasks', /Book a table/],
  ['/tasks/{task}', /./],
  ['/goals', /New goal/],
  ['/people', /Henrik/],
  ['/settings/voice', /Read the text aloud/],
  ['/settings/assistants', /No assistant is connected/],
  ['/settings/models', /No model is installed/],
  ['/ask', /Ask about anything/],
  ['/search?q=garden', /Conversations/],
  ['/settings/keys', /Keys of programs/],
  ['/settings/sessions', /This browser/],
  ['/settings/webhooks', /New endpoint/],
  ['/settings/data', /What is stored/],
  ['/operator', /Free on the disk/],
  ['/sign-in', /First time here/],
  ['/welcome', /begins here/],
  ['/shared/{id}', /Marta/],
];
type Look = readonly [width: number, colorScheme: 'light' | 'dark'];
const LOOKS: readonly Look[] = [360, 768, 1280].flatMap((width): Look[] => [
  [width, 'light'],
  [width, 'dark'],
]);
/**
 * `npm run console:matrix` tries every page in every appearance. The usual run tries each page in
 * one.
 */
const IS_WHOLE = process.env['COMMONPLACE_CONSOLE_MATRIX'] === '1';

test('no page has a barrier or scrolls sideways', async () => {
  await using service = await startService();
  const [id] = await createSampleDay(service.owner);
  await service.owner.call('PATCH', `/v1/conversations/${id}/visibility?value=shared`);
  const memory = await service.owner.call('POST', '/v3/memories', { content: 'Keeps a garden.' });
  const [task] = (await service.owner.call('GET', '/v1/action-items')).body;
  const ids: Record<string, string> = { id: id!, memory: memory.body.id, task: task.id };
  await using tab = await openConsole(service.service.url, service.owner);
  const { page } = tab;
  const found: string[] = [];
  for (const [at, [path, text]] of PAGES.entries()) {
    for (const [width, colorScheme] of IS_WHOLE ? LOOKS : [LOOKS[(at * 5) % LOOKS.length]!]) {
      await page.setViewportSize({ width, height: 820 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await tab.go(path.replace(/\{(\w+)\}/, (_whole, name: string) => ids[name]!));
      await page.getByText(text).first().waitFor();
      const where = `${path} ${width} ${colorScheme}`;
      found.push(...(await barriersOf(page)).map((line) => `${where}: ${line}`));
      // Every page also fits a phone.
      for (const narrow of new Set([width, 360])) {
        await page.setViewportSize({ width: narrow, height: 820 });
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        if (isWide) found.push(`${path} ${narrow}: scrolls sideways`);
      }
    }
  }
  assert.deepEqual([...found, ...tab.complaints.splice(0)], []);
});
