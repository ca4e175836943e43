/**
 * Measures the console in Chromium with its CPU slowed down four times: the time until the sign-in
 * is usable, the time until the first list is shown, and the frame rate while 10,000 conversations,
 * tasks and people are scrolled.
 */
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import { openConsole } from '../console/tests/console-tab.ts';
import { createSampleDay } from '../console/tests/sample-day.ts';
import type { Page } from 'playwright-core';

const RUNS = 5;
const SLOWED = 4;
const RECORDS = 10_000;

/** Scrolls until all rows are loaded, and then through them. */
const SCROLL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let height = 0; height !== document.documentElement.scrollHeight; ) {
    height = document.documentElement.scrollHeight;
    scrollTo(0, height);
    for (let wait = 0; wait < 60 && height === document.documentElement.scrollHeight; wait += 1) await frame();
  }
  const frames = [];
  let last = await frame();
  for (let step = 0; step < 300; step += 1) {
    scrollBy(0, -400);
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { height: document.documentElement.scrollHeight, frames };
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

const LISTS = [
  { page: '/conversations', read: '/v1/conversations?limit=1', height: 120 },
  { page: '/tasks', read: '/v1/action-items?limit=1', height: 65 },
  { page: '/people', read: '/v1/users/people?limit=1', height: 73 },
];
for (const list of LISTS) {
  await using tab = await openConsole(service.url, owner);
  await offerMany(tab.page, list.read);
  await tab.go(list.page);
  await tab.page.locator('[data-index]').first().waitFor();
  await slow(tab.page, 1);
  const scrolled = (await tab.page.evaluate(SCROLL)) as { height: number; frames: number[] };
  const long = scrolled.frames.filter((ms) => ms > 50);
  console.log(
    `${list.page}: scrolled through about ${Math.round(scrolled.height / list.height)} rows: ` +
      `${scrolled.frames.length} frames, longest ${Math.max(...scrolled.frames).toFixed(0)} ms, ` +
      `${long.length} over 50 ms`,
  );
}

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

/** Answers a list with one real record, ten thousand times. */
async function offerMany(page: Page, path: string): Promise<void> {
  const { body } = await owner.call('GET', path);
  const { pathname } = new URL(path, service.url);
  const made = (index: number) => ({
    ...body[0],
    id: `many-${index}`,
    ...(body[0].started_at && {
      started_at: new Date(Date.now() - index * 3_600_000).toISOString(),
    }),
    ...(body[0].name && { name: `${String.fromCodePoint(65 + (index % 26))}${index}` }),
  });
  await page.route(
    (url) => url.pathname === pathname,
    (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const from = Number(asked.get('cursor') ?? 0);
      const next = Math.min(RECORDS, from + Number(asked.get('limit') ?? 50));
      return route.fulfill({
        json: Array.from({ length: next - from }, (_, index) => made(from + index)),
        headers: next < RECORDS ? { 'X-Next-Cursor': String(next) } : {},
      });
    },
  );
}
