/** Looks at pages in every appearance, for tests of their accessibility and their layout. */
import type { Page } from 'playwright-core';
import { barriersOf } from '../../src/testing/clients/accessibility.ts';

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

const HEIGHT = 820;
const PHONE = 360;
const LOOKS: readonly Look[] = [PHONE, 768, 1280].flatMap((width): Look[] => [
  [width, 'light'],
  [width, 'dark'],
]);
/** A step that visits all appearances one after another. */
const STEP = 5;

/**
 * `npm run console:matrix` tries every page in every appearance. The usual run tries each page in
 * one.
 */
export const IS_MATRIX = process.env['COMMONPLACE_CONSOLE_MATRIX'] === '1';

/** Returns the appearances in which to look at the page with this number. */
const looksAt = (at: number) => (IS_MATRIX ? LOOKS : [LOOKS[(at * STEP) % LOOKS.length]!]);

/** The rail and a menu follow a new width of the screen some frames later. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const isMoving = () =>
      document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');
    await frame();
    do await frame();
    while (isMoving());
    await frame();
    return document.documentElement.scrollWidth > innerWidth;
  })()`);
}

interface Opened {
  name: string;
  /** The number of the page, which chooses its appearance. */
  at: number;
  open: () => Promise<unknown>;
  /** True for something that is opened again when the width changes. */
  reopens?: boolean;
}

/** Opens something in its appearances. Returns its barriers, and where it scrolls sideways. */
export async function problemsOf(
  page: Page,
  { name, at, open, reopens = false }: Opened,
): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of looksAt(at)) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open();
    const barriers = await barriersOf(page);
    found.push(...barriers.map((line) => `${name} ${width} ${colorScheme}: ${line}`));
    // Every page also fits a phone.
    for (const narrow of new Set([width, PHONE])) {
      await page.setViewportSize({ width: narrow, height: HEIGHT });
      if (reopens && narrow !== width) await open();
      if (await scrollsSideways(page)) found.push(`${name} ${narrow}: scrolls sideways`);
    }
  }
  return found;
}
