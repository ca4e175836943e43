import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

export interface Tab extends AsyncDisposable {
  page: Page;
}

/** Opens a page in Debian's Chromium, without a window. */
export async function openTab(): Promise<Tab> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error('Chromium is not installed: run `node scripts/setup.mjs test`.');
  }
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  const context = await browser.newContext({ viewport: { width: 900, height: 760 } });
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
