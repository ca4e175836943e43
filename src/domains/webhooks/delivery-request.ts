import { Invalid } from '../../core/errors.ts';
import {
  everyNetwork,
  isPrivateLiteral,
  NotAllowed,
  publicNetwork,
  sendGuarded,
} from './guarded-request.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

export interface Outgoing {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  /** Allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  /** Aborts the request when the service stops. */
  stopping?: AbortSignal | undefined;
}

const NOT_PUBLIC =
  'The address is not public. The operator can allow private ones (SVC_WEBHOOKS_ALLOW_PRIVATE).';

/** Sends one POST and returns the status. */
export async function post({ allowPrivate, ...outgoing }: Outgoing): Promise<number> {
  const network = allowPrivate ? everyNetwork : publicNetwork;
  try {
    const { status } = await sendGuarded({
      ...outgoing,
      method: 'POST',
      maxBytes: MAX_ANSWER_BYTES,
      network,
    });
    return status;
  } catch (error) {
    throw error instanceof NotAllowed ? new Error(NOT_PUBLIC) : error;
  }
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
