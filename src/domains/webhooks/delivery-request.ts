import { Invalid } from '../../core/errors.ts';
import {
  everyNetwork,
  isPrivateLiteral,
  NotAllowed,
  publicNetwork,
  sendGuarded,
} from './guarded-request.ts';
import { signedHeaders } from './signing.ts';
import type { Format, Signable } from './signing.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

export interface Outgoing extends Signable {
  format: Format;
  url: URL;
  contentType: string;
}

interface Conditions {
  timeoutMs: number;
  /** Allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  /** Aborts the request when the service stops. */
  stopping?: AbortSignal | undefined;
}

const NOT_PUBLIC =
  'The address is not public. The operator can allow private ones (SVC_WEBHOOKS_ALLOW_PRIVATE).';

/** Sends one request in the format of its receiver, and returns the status. */
export async function post(
  { format, url, contentType, ...delivery }: Outgoing,
  { timeoutMs, allowPrivate, stopping }: Conditions,
): Promise<number> {
  try {
    const { status } = await sendGuarded({
      method: 'POST',
      url,
      headers: {
        'Content-Type': contentType,
        'User-Agent': 'Commonplace',
        ...signedHeaders(format, delivery),
      },
      body: delivery.body,
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      network: allowPrivate ? everyNetwork : publicNetwork,
      stopping,
    });
    return status;
  } catch (error) {
    throw error instanceof NotAllowed ? new Error(NOT_PUBLIC) : error;
  }
}

export interface Attempt {
  response_status: number | null;
  /** The reason why the attempt failed; null when the receiver accepted the delivery. */
  error: string | null;
  duration_ms: number;
}

/** Turns a status into the result of an attempt; null means that nothing was sent. */
export async function attempted(send: () => Promise<number | null>): Promise<Attempt> {
  const started = performance.now();
  const outcome = await send().then(
    (status) => ({ response_status: status, error: complaintOf(status) }),
    (error: Error) => ({ response_status: null, error: error.message.slice(0, 500) }),
  );
  return { ...outcome, duration_ms: Math.round(performance.now() - started) };
}

/** Returns the error message for an HTTP status; null for success. */
function complaintOf(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null;
  if (status >= 300 && status < 400) {
    return `The receiver redirects (${status}); redirects are not followed.`;
  }
  return `The receiver answered ${status}.`;
}

/** Returns the normalized address of a receiver. Throws for an invalid or forbidden address. */
export function requireTarget(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Invalid('url must be an http or https address without a password.');
  }
  if (!allowPrivate && isPrivateLiteral(url)) {
    throw new Invalid(
      'url must be a public address. The operator can allow private addresses ' +
        '(SVC_WEBHOOKS_ALLOW_PRIVATE).',
    );
  }
  return url.href;
}
