import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

export interface Tab extends AsyncDisposable {
  page: Page;
}

/**
 * Opens a page in Debian's Chromium, without a window. `microphone` is a WAV file that its pages
 * hear once, without asking the user.
 */
export async function openTab({ microphone }: { microphone?: string } = {}): Promise<Tab> {
  const own = microphone === undefined ? null : await launch(hearing(microphone));
  const context = await (own ?? (await borrow())).newContext({
    viewport: { width: 900, height: 760 },
  });
  const page = await context.newPage();
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      if (own) await own.close();
      else giveBack();
    },
  };
}

/** A browser that no test uses keeps the process alive, so it ends after this time. */
const IDLE_MS = 300;
/** The browser that tests share, because it takes a second of CPU time to start. */
let shared: Promise<Browser> | undefined;
let users = 0;
let idle: NodeJS.Timeout | undefined;

function borrow(): Promise<Browser> {
  clearTimeout(idle);
  users += 1;
  return (shared ??= launch([]));
}

function giveBack(): void {
  users -= 1;
  if (users > 0) return;
  idle = setTimeout(() => {
    void shared?.then((browser) => browser.close());
    shared = undefined;
  }, IDLE_MS);
}

const hearing = (microphone: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${microphone}%noloop`,
];

async function launch(more: readonly string[]): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error('Chromium is not installed: run `node scripts/setup.mjs test`.');
  }
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      ...more,
    ],
  });
}
