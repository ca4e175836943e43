import { Unrecognised } from '../../core/errors.ts';
import { requireTarget } from './delivery-request.ts';
import type { WebhookType } from './webhook.ts';

/** Returns the address of a webhook, and the seconds of sound per delivery that it may end with. */
export function parseTarget(
  given: string | undefined,
  type: WebhookType,
  allowPrivate: boolean,
): { url: string; seconds: number } {
  if (!given?.trim()) throw new Unrecognised('url is required. Send an http or https address.');
  const [, address, seconds] = /^(.*?)(?:,(\d{1,3}))?$/s.exec(given.trim())!;
  const text = type === 'audio_bytes' ? address! : given.trim();
  return {
    url: requireTarget(text, allowPrivate),
    seconds: Math.min(60, Math.max(1, Number(seconds ?? 5))),
  };
}
