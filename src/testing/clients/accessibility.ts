import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The browser reads the minified text in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Without the type, axe would also describe every element that has no problem. */
const RUN = `axe.run(document, { resultTypes: ['violations'] })`;

/** Returns the accessibility problems of a page and its frames, one line per element. */
export async function barriersOf(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(RUN);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
