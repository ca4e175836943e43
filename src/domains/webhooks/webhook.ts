import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import { Timestamp } from '../../core/wire.ts';

export const WEBHOOK_TYPES = [
  'memory_created',
  'realtime_transcript',
  'audio_bytes',
  'day_summary',
] as const;
export const WebhookType = z
  .enum(WEBHOOK_TYPES)
  .describe('`memory_created` is the older name for a completed conversation.');
export type WebhookType = z.output<typeof WebhookType>;

export const webhookSettings = {
  allowPrivate: setting({
    env: 'SVC_WEBHOOKS_ALLOW_PRIVATE',
    doc: 'Allows webhooks to addresses of this machine and of private networks: `on` or `off`.',
    schema: z
      .enum(['on', 'off'])
      .default('off')
      .transform((word) => word === 'on'),
    fallback: '`off`',
  }),
};

/** The state of the attempts to deliver an event. */
export const attemptFields = {
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  response_status: z.int().nullable().describe('The HTTP status that the last attempt received.'),
  error: z.string().nullable().describe('The error of the last attempt, as text.'),
  duration_ms: z.int().nullable(),
  created_at: Timestamp,
  delivered_at: Timestamp.nullable(),
};

export const Delivery = z
  .object({
    id: z.string().describe('The id that every attempt sends as `X-Svc-Delivery`.'),
    type: WebhookType,
    status: z
      .enum(['pending', 'delivered', 'failed', 'cancelled'])
      .describe('`cancelled`: the record of the event was deleted before the delivery.'),
    ...attemptFields,
  })
  .meta({ id: 'WebhookDelivery' });

/**
 * Seconds to wait before the second attempt, the third and so on. After the last attempt, the
 * delivery has failed.
 */
export const BACKOFF_SECONDS = [5, 30, 120, 600, 3600, 3 * 3600, 12 * 3600];

/** Returns the error message for an HTTP status; null for success. */
export function complaintOf(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null;
  if (status >= 300 && status < 400) {
    return `The receiver redirects (${status}); redirects are not followed.`;
  }
  return `The receiver answered ${status}.`;
}
