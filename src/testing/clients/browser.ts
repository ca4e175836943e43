import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

export interface Tab extends AsyncDisposable {
  page: Page;
}

/**
 * Opens a page in Debian's Chromium, without a window. `microphone` is a WAV file that its pages
 * hear once, without asking the user.
 */
export async function openTab({ microphone }: { microphone?: string } = {}): Promise<Tab> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error('Chromium is not installed: run `node scripts/setup.mjs test`.');
  }
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      ...(microphone
        ? [
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-audio-capture=${microphone}%noloop`,
          ]
        : []),
    ],
  });
  const context = await browser.newContext({ viewport: { width: 900, height: 760 } });
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
