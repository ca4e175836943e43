// Long: it slows the processor down, and loads ten thousand rows. `npm run console:matrix` runs it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { openConsole } from './console-tab.ts';
import { IS_MATRIX } from './looks.ts';
import { createSampleDay } from './sample-day.ts';
import { offerMany, SCROLL_TO_END, slow, SLOWED, timeUntil } from './slowed.ts';

const RUNS = 3;
/**
 * A page that only computes takes four times as long. The bound leaves room for other programs on
 * the same machine.
 */
const MAX_RATIO = 2 * SLOWED;
/** Pixels by which a row may move. */
const TOLERANCE = 2;

const skip = !IS_MATRIX && 'only in `npm run console:matrix`';
let service: TestService;

before(async () => {
  if (skip) return;
  service = await startService();
  await createSampleDay(service.owner);
});
after(() => service?.[Symbol.asyncDispose]());

test(
  'a slowed processor shows the first page as many times later as it is slowed',
  { skip },
  async () => {
    const times: Record<number, number[]> = { 1: [], [SLOWED]: [] };
    for (let run = 0; run < RUNS; run += 1) {
      for (const rate of [1, SLOWED]) {
        const page = { url: service.service.url, path: '/', selector: 'article a', rate };
        times[rate]!.push(await timeUntil(page, service.owner));
      }
    }
    const ratio = Math.min(...times[SLOWED]!) / Math.min(...times[1]!);
    assert.ok(ratio < MAX_RATIO, `${ratio.toFixed(1)} times as long: ${JSON.stringify(times)}`);
  },
);

/** The first row below the middle of the screen, and its distance from the upper edge. */
interface Place {
  row: number;
  top: number;
}
const placeOf = (page: Page): Promise<Place | null> =>
  page.evaluate(`(() => {
    const at = ({ y }) => y >= innerHeight / 2 && y < innerHeight;
    const rows = [...document.querySelectorAll('[data-index]')];
    const found = rows.find((row) => at(row.getBoundingClientRect()));
    return found ? { row: Number(found.dataset.index), top: found.getBoundingClientRect().y } : null;
  })()`);

test(
  'a list of ten thousand rows keeps its place on a slowed processor',
  { skip, timeout: 300_000 },
  async () => {
    await using tab = await openConsole(service.service.url, service.owner);
    const { page, go } = tab;
    await offerMany(page, service.owner, '/v1/conversations?limit=1');
    await go('/conversations');
    await page.locator('[data-index]').first().waitFor();
    await page.evaluate(SCROLL_TO_END);
    await slow(page, SLOWED);
    const scroll = async (pixels: number) => {
      await page.evaluate(`(async () => {
      scrollBy(0, ${pixels});
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    })()`);
      const place = await placeOf(page);
      assert.ok(place, 'rows are on the screen');
      return place;
    };
    // Half of the list, whose rows then have their real height.
    await scroll(-500_000);
    let { row } = await scroll(0);
    for (let step = 0; step < 60; step += 1) {
      const next = await scroll(-400);
      assert.ok(next.row <= row && next.row > row - 20, `${row}, then ${next.row}`);
      ({ row } = next);
    }
    const before = await scroll(0);
    for (const pixels of [300, 700, -700, -300]) await scroll(pixels);
    const near = ({ row: there, top }: Place) =>
      there === before.row && Math.abs(top - before.top) <= TOLERANCE;
    assert.ok(near(await scroll(0)), 'after scrolling to and fro');

    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await page.goBack();
    await page.locator('[data-index]').first().waitFor();
    const again = await scroll(0);
    assert.ok(near(again), `after another page: ${JSON.stringify([before, again])}`);
  },
);
