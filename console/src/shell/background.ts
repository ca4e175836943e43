import type { AnyRouter } from '@tanstack/react-router';
import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';
import { followEvents } from '../service/events.ts';
import { countShared } from '../incoming/store.ts';
import { keepCopy } from '../service/offline.ts';
import { undoLast } from '../writing/undo.ts';
import { startQueue } from '../writing/queue.ts';
import { returnFocus } from './history/return-focus.ts';
import { onKeys } from './keys.ts';
import { at } from '../service/base.ts';
import { clockOffset } from '../time/clock.ts';
import { duration } from '../time/time.ts';

/** Loaded together with the queue, because it is needed without the network. */
export { default as Foot } from '../writing/waiting-changes.tsx';

/** The page comes first. */
const LATER_MS = 2_000;
/** Long enough to read two sentences. */
const CLOCK_MS = 15_000;

/** Background work of a signed-in page, which no component shows. */
export function startBackground(stopped: AbortSignal, router: AnyRouter): void {
  returnFocus(router, stopped);
  followEvents(stopped);
  keepCopy(stopped);
  startQueue(stopped);
  stopped.addEventListener('abort', onKeys({ z: undoLast, 'mod+z': undoLast }, window));
  openFromNotifications(stopped, router);
  tellClock();
  const timer = setTimeout(async () => {
    void keepFiles();
    void tellShared(router);
    void renewNotifications().catch(() => {});
    // Set by the first talk in this browser.
    if (!localStorage.getItem('device')) return;
    const { sendLeftSound } = await import('../talk/talk.ts');
    await sendLeftSound();
  }, LATER_MS);
  stopped.addEventListener('abort', () => clearTimeout(timer));
}

async function renewNotifications(): Promise<void> {
  if (!localStorage.getItem('push')) return;
  const { renewPush } = await import('../settings/device/push.ts');
  await renewPush();
}

/** A press on a notification opens its page in this tab. */
function openFromNotifications(signal: AbortSignal, { history }: AnyRouter): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data, ports: [port] }) => {
      port?.postMessage(null);
      history.push(data.open);
    },
    { signal },
  );
}

/** Says that the clock of this device is wrong, or that of the service. */
function tellClock(): void {
  const seconds = clockOffset() / 1000;
  if (seconds === 0) return;
  const difference = duration(Math.abs(seconds));
  notify(seconds > 0 ? m.clock_behind({ difference }) : m.clock_ahead({ difference }), {
    ms: CLOCK_MS,
  });
}

/** Says that something which another app shared has not been imported. */
async function tellShared(router: AnyRouter): Promise<void> {
  if (location.pathname === at('/import')) return;
  const count = await countShared().catch(() => 0);
  if (count === 0) return;
  const run = () => void router.navigate({ to: '/import' });
  notify(m.shared_waits({ count }), { action: { label: m.shared_show(), run } });
}

/** Makes the console open without the network. */
async function keepFiles(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(scriptUrl(at('/sw.js'))).catch(() => {});
}

type MakeUrl = (url: string) => string;
const { trustedTypes } = globalThis as unknown as {
  trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: MakeUrl } };
};
/** The page accepts only addresses of scripts from this policy, which exists once. */
const policy = trustedTypes?.createPolicy('commonplace', {
  createScriptURL: (url: string) => url,
});
const scriptUrl: MakeUrl = (url) => policy?.createScriptURL(url) ?? url;
