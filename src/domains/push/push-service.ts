/** Requests to the push services of browsers. */
import type { Seal } from '../../core/seal.ts';
import type { Settings } from '../../core/setting.ts';
import { Invalid } from '../../core/errors.ts';
import {
  everyNetwork,
  isPrivateLiteral,
  NotAllowed,
  publicNetwork,
  sendGuarded,
} from '../webhooks/guarded-request.ts';
import type { webhookSettings } from '../webhooks/webhook.ts';
import { encryptedPush } from './encryption.ts';
import type { BrowserKeys } from './encryption.ts';
import type { PushSubscriptionSave } from './push-subscription.ts';
import type { Vapid } from './vapid.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_RETRY_AFTER_SECONDS = 3600;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

export interface PushParts {
  seal: Seal;
  vapid: Vapid;
  settings: Settings<typeof webhookSettings>;
}

interface Address {
  endpoint: URL;
  keys: BrowserKeys;
}

export interface Notification {
  title: string;
  body: string;
  /** The page of the console that a press opens, without a slash at its beginning. */
  path: string;
  /** A notification takes the place of an earlier one with the same tag. */
  tag: string;
}

/** The result of one request. */
export interface PushAttempt {
  isAccepted: boolean;
  /** True when the browser no longer has the subscription. */
  isGone: boolean;
  /** False when a repeated request would get the same answer. */
  mayHelp: boolean;
  retryAfterSeconds: number;
  /** Null when the push service accepted the message. */
  error: string | null;
}

/** Returns the address and the keys as they are stored. Throws when they are invalid. */
export function sealedAddress(
  { seal, settings: { allowPrivate } }: PushParts,
  { endpoint, keys }: Pick<PushSubscriptionSave, 'endpoint' | 'keys'>,
): Buffer {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isPrivate = url !== null && isPrivateLiteral(url);
  const isSafe = url?.protocol === 'https:' || (allowPrivate && isPrivate);
  if (!url || !isSafe || url.username || url.password || (isPrivate && !allowPrivate)) {
    throw new Invalid('endpoint must be a public https address, as the browser got it.');
  }
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (p256dh.length !== POINT_BYTES || auth.length !== AUTH_BYTES || !isPoint({ p256dh, auth })) {
    throw new Invalid('keys are not the keys of a browser. Send its subscription as it is.');
  }
  const stored = [url.href, p256dh.toString('base64url'), auth.toString('base64url')];
  return seal.close(JSON.stringify(stored));
}

function isPoint(keys: BrowserKeys): boolean {
  try {
    encryptedPush(Buffer.alloc(1), keys);
    return true;
  } catch {
    return false;
  }
}

/** Returns null when the secret of the service was replaced, so that nobody can read it. */
export function openAddress({ seal }: Pick<PushParts, 'seal'>, sealed: Buffer): Address | null {
  let stored: string[];
  try {
    stored = JSON.parse(seal.open(sealed)) as string[];
  } catch {
    return null;
  }
  const [href, p256dh, auth] = stored as [string, string, string];
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return { endpoint: new URL(href), keys: { p256dh: bytes(p256dh), auth: bytes(auth) } };
}

/** Sends one notification, without retries. The push service sees only when, to whom and how long. */
export async function sendNotification(
  { vapid, settings, seal }: PushParts,
  sealed: Buffer,
  {
    notification,
    id,
    now,
    seconds,
    stopping,
  }: {
    notification: Notification;
    id: string;
    now: Date;
    /** How long the push service keeps the message for a browser that is not reachable. */
    seconds: number;
    stopping?: AbortSignal | undefined;
  },
): Promise<PushAttempt> {
  const address = openAddress({ seal }, sealed);
  if (!address) return outcomeOf(410, undefined);
  const { endpoint, keys } = address;
  try {
    const { status, headers } = await sendGuarded({
      method: 'POST',
      url: endpoint,
      headers: {
        Authorization: vapid.authorization(endpoint, now),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(Math.max(0, Math.round(seconds))),
        // A message that was sent twice, because its process died, arrives once.
        Topic: id.replaceAll('-', ''),
      },
      body: encryptedPush(Buffer.from(JSON.stringify(notification)), keys),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      network: settings.allowPrivate ? everyNetwork : publicNetwork,
      stopping,
    });
    return outcomeOf(status, headers['retry-after']);
  } catch (error) {
    const isAllowed = !(error instanceof NotAllowed);
    const text = isAllowed
      ? 'The push service could not be reached.'
      : 'The address of the push service is not public.';
    return {
      isAccepted: false,
      isGone: false,
      mayHelp: isAllowed,
      retryAfterSeconds: 0,
      error: text,
    };
  }
}

function outcomeOf(status: number, retryAfter: string | undefined): PushAttempt {
  const isAccepted = status >= 200 && status < 300;
  const isGone = status === 404 || status === 410;
  return {
    isAccepted,
    isGone,
    mayHelp: status === 429 || status === 408 || status >= 500,
    retryAfterSeconds: Math.min(Math.max(0, Number(retryAfter) || 0), MAX_RETRY_AFTER_SECONDS),
    error: isAccepted
      ? null
      : isGone
        ? 'This browser no longer takes notifications. Switch them on again in it.'
        : `The push service answered ${status}.`,
  };
}
