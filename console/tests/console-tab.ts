/**
 * A tab with the console. Fails on every line in the browser's console and on every request to
 * another origin.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
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

interface Options {
  microphone?: string;
  losesNetwork?: boolean;
  /** The origin of a provider at which the user signs in. */
  provider?: string;
}

/**
 * `url` is the address of the service itself, because the proxy for tests has another origin. With
 * a user, the tab is signed in.
 */
export async function openConsole(
  url: string,
  user?: ApiUser,
  { losesNetwork = false, provider, ...options }: Options = {},
): Promise<ConsoleTab> {
  const tab = await openTab(options);
  const { page } = tab;
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (!['error', 'warning'].includes(line.type()) || EXPECTED.test(line.text())) return;
    if (losesNetwork && LOST.test(line.text())) return;
    complaints.push(`${line.type()}: ${line.text()}`);
  });
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
