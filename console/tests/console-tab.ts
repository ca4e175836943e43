/**
 * A tab with the console. Fails on every line in the browser's console and on every request to
 * another origin.
 */
import assert from 'node:assert/strict';
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
  // The pointer begins in the corner, above the navigation, which would open and cover the page.
  await page.mouse.move(1279, 0);
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
