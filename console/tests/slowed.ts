/** Measures pages while the processor is slowed down, and offers them long lists. */
import type { Page } from 'playwright-core';
import type { ApiUser } from '../../src/testing/clients/api-user.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsole } from './console-tab.ts';

/** How many times a slowed processor is slower. */
export const SLOWED = 4;
/** The length of a long list. */
const MANY = 10_000;

export async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Returns the milliseconds from the navigation until an element is on the screen. */
export async function timeUntil(
  { url, path, selector, rate }: { url: string; path: string; selector: string; rate: number },
  user?: ApiUser,
): Promise<number> {
  await using tab = await openConsole(url, user);
  const { page, go } = tab;
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('${selector}')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt = performance.now())));
    }).observe(document, { childList: true, subtree: true });
  `);
  await slow(page, rate);
  await go(path);
  return await eventually(selector, async () => (await page.evaluate('window.shownAt')) as number);
}

/** Answers a list with its first record, ten thousand times. */
export async function offerMany(page: Page, owner: ApiUser, path: string): Promise<void> {
  const { body } = await owner.call('GET', path);
  const { pathname } = new URL(path, owner.url);
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
      const next = Math.min(MANY, from + Number(asked.get('limit') ?? 50));
      return route.fulfill({
        json: Array.from({ length: next - from }, (_, index) => made(from + index)),
        headers: next < MANY ? { 'X-Next-Cursor': String(next) } : {},
      });
    },
  );
}

/** Runs in the page: scrolls until all rows are loaded. */
export const SCROLL_TO_END = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let height = 0; height !== document.documentElement.scrollHeight; ) {
    height = document.documentElement.scrollHeight;
    scrollTo(0, height);
    for (let wait = 0; wait < 60 && height === document.documentElement.scrollHeight; wait += 1) await frame();
  }
})()`;
