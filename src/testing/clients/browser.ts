import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Chromium without windows opens a page in a third of the CPU time of the whole browser. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export interface Tab extends AsyncDisposable {
  page: Page;
}

/**
 * Opens a page in Debian's Chromium, without a window. `microphone` is a WAV file that each page hears
 * once, without asking the user. `locale` is the language of the browser. `revisits` is an origin that
 * the browser may have visited before: its files and its service worker are still there, its cookies
 * and its data are not. This saves half of the CPU time of the first page.
 */
export async function openTab({
  microphone,
  locale,
  revisits,
}: { microphone?: string; locale?: string; revisits?: string } = {}): Promise<Tab> {
  const browser = borrow(microphone === undefined ? [] : hearing(microphone));
  const spare = revisits !== undefined ? takeSpare(browser, revisits) : undefined;
  const launched = await browser.launched;
  const context =
    spare ??
    (await launched.newContext({
      viewport: { width: 900, height: 760 },
      ...(locale !== undefined && { locale }),
    }));
  const page = await context.newPage();
  if (spare) {
    const devtools = await context.newCDPSession(page);
    const storageTypes = 'local_storage,indexeddb';
    await devtools.send('Storage.clearDataForOrigin', { origin: revisits!, storageTypes });
    await devtools.detach();
  }
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      if (revisits === undefined) await context.close();
      else await keepSpare(browser, context, revisits);
      giveBack(browser);
    },
  };
}

/** Returns the context of an earlier tab with this origin. */
function takeSpare(browser: SharedBrowser, origin: string): BrowserContext | undefined {
  const { spare } = browser;
  if (spare?.origin !== origin) return undefined;
  delete browser.spare;
  return spare.context;
}

/** Keeps the context for the next tab with this origin, instead of an older one. */
async function keepSpare(
  browser: SharedBrowser,
  context: BrowserContext,
  origin: string,
): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.clearCookies();
  await context.clearPermissions();
  const older = browser.spare;
  browser.spare = { origin, context };
  await older?.context.close();
}

/** A browser that no test uses keeps the process alive, so it ends after this time. */
const IDLE_MS = 300;

interface SharedBrowser {
  launched: Promise<Browser>;
  users: number;
  idle?: NodeJS.Timeout;
  /** A context without pages, which a tab with the same origin can use again. */
  spare?: { origin: string; context: BrowserContext };
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
