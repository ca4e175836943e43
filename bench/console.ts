/**
 * Measures the console in Chromium with its CPU slowed down four times: the time until the sign-in
 * is usable, the time until the first list is shown, and the frame rate while 10,000 conversations
 * are scrolled.
 */
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import { openConsole } from '../console/tests/console-tab.ts';
import { createSampleDay } from '../console/tests/sample-day.ts';
import type { Page } from 'playwright-core';

const RUNS = 5;
const SLOWED = 4;
const CONVERSATIONS = 10_000;

/** Scrolls until all rows are loaded, and then through them. */
const SCROLL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let height = 0; height !== document.documentElement.scrollHeight; ) {
    height = document.documentElement.scrollHeight;
    scrollTo(0, height);
    for (let wait = 0; wait < 60 && height === document.documentElement.scrollHeight; wait += 1) await frame();
  }
  const rows = Math.round(document.documentElement.scrollHeight / 120);
  const frames = [];
  let last = await frame();
  for (let step = 0; step < 300; step += 1) {
    scrollBy(0, -400);
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { rows, frames };
})()`;

await using all = await startService();
await createSampleDay(all.owner);
const { service, owner } = all;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const signIn: number[] = [];
const list: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  signIn.push(await timeUntil('/sign-in', 'input[type=password]', false));
  list.push(await timeUntil('/conversations', '[data-row]', true));
}
console.log(`sign-in usable: ${median(signIn).toFixed(0)} ms, median of ${RUNS}`);
console.log(`first list shown: ${median(list).toFixed(0)} ms, median of ${RUNS}`);

await using tab = await openConsole(service.url, owner);
await offerMany(tab.page);
await tab.go('/conversations');
await tab.page.locator('[data-row]').first().waitFor();
await slow(tab.page, 1);
const frames = (await tab.page.evaluate(SCROLL)) as { rows: number; frames: number[] };
const long = frames.frames.filter((ms) => ms > 50);
console.log(
  `scrolled ${frames.rows} rows: ${frames.frames.length} frames, longest ` +
    `${Math.max(...frames.frames).toFixed(0)} ms, ${long.length} over 50 ms`,
);

/** Milliseconds from the navigation until the element is visible. */
async function timeUntil(path: string, selector: string, isSignedIn: boolean): Promise<number> {
  await using opened = await openConsole(service.url, isSignedIn ? owner : undefined);
  const { page, go } = opened;
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('${selector}')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt = performance.now())));
    }).observe(document, { childList: true, subtree: true });
  `);
  await slow(page, SLOWED);
  await go(path);
  return await eventually(selector, async () => (await page.evaluate('window.shownAt')) as number);
}

async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Answers the list with one real conversation, ten thousand times. */
async function offerMany(page: Page): Promise<void> {
  const { body } = await owner.call('GET', '/v1/conversations?limit=1');
  const made = (index: number) => {
    const started_at = new Date(Date.now() - index * 3_600_000).toISOString();
    return { ...body[0], id: `many-${index}`, started_at };
  };
  await page.route(/\/v1\/conversations\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const next = from + 50;
    return route.fulfill({
      json: Array.from({ length: 50 }, (_, index) => made(from + index)),
      headers: next < CONVERSATIONS ? { 'X-Next-Cursor': String(next) } : {},
    });
  });
}
