/**
 * A tab with the console. Fails on every line in the browser's console and on every request to
 * another origin.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openTab } from '../../src/testing/clients/browser.ts';
import type { Tab } from '../../src/testing/clients/browser.ts';
import type { ApiUser } from '../../src/testing/clients/api-user.ts';

export interface ConsoleTab extends Tab {
  /** Opens an address of the console. */
  go: (path: string) => Promise<void>;
  /** The complaints of the browser so far. */
  complaints: string[];
}

/**
 * A refused request also prints a line in the browser's console. A test that expects a refusal
 * declares this line.
 */
const EXPECTED = /the server responded with a status of (?:401|403|409|412|422)/;

/** The network is gone on purpose. */
const LOST = /net::ERR_|WebSocket connection to .* failed|error occurred when fetching the script/;

/** The service is broken on purpose. */
const BROKEN = /the server responded with a status of 500|The service answered 500/;

/** Runs in the page: a problem of a field that the browser says in a bubble fails the test. */
const REPORT_BUBBLES = `addEventListener('invalid', (event) => setTimeout(() => {
  if (!event.defaultPrevented) console.error('The browser shows a bubble at', event.target);
}), true)`;

interface Options {
  microphone?: string;
  /** The language of the browser. */
  locale?: string;
  losesNetwork?: boolean;
  /** True for a test that lets requests fail with 500. */
  isBroken?: boolean;
  /** The origin of a provider at which the user signs in. */
  provider?: string;
}

/**
 * `url` is the address of the service itself, because the proxy for tests has another origin. With
 * a user, the tab is signed in. A tab without options is in a browser that has the files of the
 * console from an earlier tab, but none of its data.
 */
export async function openConsole(
  url: string,
  user?: ApiUser,
  { losesNetwork = false, isBroken = false, provider, ...options }: Options = {},
): Promise<ConsoleTab> {
  const isUsual = !losesNetwork && provider === undefined && Object.keys(options).length === 0;
  const tab = await openTab({ ...options, ...(isUsual && { revisits: url }) });
  const { page } = tab;
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (!['error', 'warning'].includes(line.type()) || EXPECTED.test(line.text())) return;
    if (losesNetwork && LOST.test(line.text())) return;
    if (isBroken && BROKEN.test(line.text())) return;
    complaints.push(`${line.type()}: ${line.text()}`);
  });
  // A page that listens asks before it closes.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.addInitScript({ content: REPORT_BUBBLES });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && ![url, provider].includes(origin))
      complaints.push(request.url());
  });
  await page.setViewportSize({ width: 1280, height: 820 });
  movePointerAway(page);
  if (user) {
    const cookie = { name: 'svc_session', value: user.token, url, httpOnly: true };
    await page.context().addCookies([cookie]);
  }
  return {
    page,
    complaints,
    go: async (path) => void (await page.goto(`${url}${path}`)),
    [Symbol.asyncDispose]: async () => {
      await tab[Symbol.asyncDispose]();
      assert.deepEqual(complaints, []);
    },
  };
}

/**
 * Without windows, the pointer of a new page is in the corner above the navigation, which then opens
 * and covers the page.
 */
export function movePointerAway(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const then = async <Answer>(loaded: Promise<Answer>): Promise<Answer> => {
    const answer = await loaded;
    await page.mouse.move(page.viewportSize()!.width - 1, 0);
    return answer;
  };
  page.goto = (...given) => then(goto(...given));
  page.reload = (...given) => then(reload(...given));
}

/** True if the middle of an element is on the screen, and nothing covers it. The page is not scrolled. */
export const isUncovered = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2));
  });
