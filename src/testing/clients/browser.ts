import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

/** Chromium without windows opens a page in a third of the CPU time of the whole browser. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export interface Tab extends AsyncDisposable {
  page: Page;
}

/**
 * Opens a page in Debian's Chromium, without a window. `microphone` is a WAV file that each page hears
 * once, without asking the user.
 */
export async function openTab({ microphone }: { microphone?: string } = {}): Promise<Tab> {
  const browser = borrow(microphone === undefined ? [] : hearing(microphone));
  const context = await (
    await browser.launched
  ).newContext({
    viewport: { width: 900, height: 760 },
  });
  const page = await context.newPage();
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      giveBack(browser);
    },
  };
}

/** A browser that no test uses keeps the process alive, so it ends after this time. */
const IDLE_MS = 300;

interface SharedBrowser {
  launched: Promise<Browser>;
  users: number;
  idle?: NodeJS.Timeout;
}

/** The browsers that tests share, by their flags, because one takes a second of CPU time to start. */
const shared = new Map<string, SharedBrowser>();

function borrow(flags: readonly string[]): SharedBrowser {
  const key = flags.join(' ');
  const browser = shared.get(key) ?? { launched: launch(flags), users: 0 };
  shared.set(key, browser);
  clearTimeout(browser.idle);
  browser.users += 1;
  return browser;
}

function giveBack(browser: SharedBrowser): void {
  browser.users -= 1;
  if (browser.users > 0) return;
  browser.idle = setTimeout(() => {
    for (const [key, each] of shared) if (each === browser) shared.delete(key);
    void browser.launched.then((launched) => launched.close());
  }, IDLE_MS);
}

const hearing = (microphone: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${microphone}%noloop`,
];

async function launch(more: readonly string[]): Promise<Browser> {
  const executablePath = EXECUTABLES.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error('Chromium is not installed: run `node scripts/setup.mjs test`.');
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      ...more,
    ],
  });
}
