/** Notifications of this browser: what stands against them, and subscribing to them. */
import type { PushSubscription as Subscription } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { service } from '../../service/service.ts';
import { userId } from '../../writing/store.ts';

export type Choices = Pick<Subscription, 'tasks' | 'days' | 'hour'>;

/** A refusal in words that the user understands. */
class Refused extends Error {}

const WORKER_MS = 5_000;
/** The user who wants notifications in this browser. */
const WANTED = 'push';
/** Safari on phones and tablets has notifications only for installed web apps. */
const isUninstalledSafari = () =>
  /iPhone|iPad|Macintosh/.test(navigator.userAgent) &&
  navigator.maxTouchPoints > 1 &&
  !matchMedia('(display-mode: standalone)').matches;

/** Returns why this browser cannot show notifications; null when it can. */
export function reasonAgainstPush(): string | null {
  if (!isSecureContext) return m.push_needs_https();
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isUninstalledSafari() ? m.push_needs_installing() : m.push_unsupported();
  }
  return Notification.permission === 'denied' ? m.push_denied() : null;
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Returns the subscriptions of all browsers, and that of this browser if both sides have it. */
export async function readPush() {
  const [{ public_key, subscriptions }, own] = await Promise.all([
    service.listPushSubscriptions(),
    ownSubscription().catch(() => null),
  ]);
  const here = own ? subscriptions.find(({ is_current }) => is_current) : undefined;
  return { key: public_key, here, others: subscriptions.filter((each) => !each.is_current) };
}

/** Asks the user and the browser, and sends the subscription and the choices to the service. */
export async function subscribe(key: string, choices: Choices): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') throw new Refused(m.push_denied());
  if (permission !== 'granted') throw new Refused(m.push_not_allowed());
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Refused(m.push_no_worker())), WORKER_MS);
  });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const earlier = await pushManager.getSubscription();
  // The secret of the service was replaced.
  if (earlier && keyOf(earlier) !== key) await earlier.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(options).catch(() => {
    throw new Refused(m.push_no_service());
  });
  await save(made, choices);
  localStorage.setItem(WANTED, userId() ?? '');
}

async function save(own: PushSubscription, choices: Partial<Choices>): Promise<void> {
  const { endpoint, keys } = own.toJSON() as {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  await service.savePushSubscription({ endpoint, keys, language: getLocale(), ...choices });
}

/** After the session has expired and the user has signed in again, the notifications go on. */
export async function renewPush(): Promise<void> {
  const own = await ownSubscription();
  if (!own || localStorage.getItem(WANTED) !== userId()) return;
  if (!(await readPush()).here) await save(own, {});
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Ends the subscription in the browser. The service learns of it with the session, or by itself. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(WANTED);
  await (await ownSubscription())?.unsubscribe();
}

export const wordsOf = (error: unknown): string | null =>
  error instanceof Refused ? error.message : null;
