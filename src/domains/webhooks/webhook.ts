import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import { CreatedAt, Timestamp, orNull } from '../../core/wire.ts';

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
    doc:
      'Allows webhooks to addresses of this machine and of private networks, and notifications ' +
      'through push services and connections to services there: `on` or `off`.',
    schema: z
      .enum(['on', 'off'])
      .default('off')
      .transform((word) => word === 'on'),
    fallback: '`off`',
  }),
};

/** The state of the attempts to deliver an event. */
export const attemptFields = {
  attempts: z.int().describe('The number of attempts so far.'),
  next_attempt_at: Timestamp.nullable().describe(
    'The time of the next attempt; null when there is none.',
  ),
  response_status: z
    .int()
    .nullable()
    .describe('The HTTP status that the last attempt received; null when there was no answer.'),
  error: z
    .string()
    .nullable()
    .describe('The error of the last attempt, as text; null without an error.'),
  duration_ms: z
    .int()
    .nullable()
    .describe('The milliseconds of the last attempt; null before the first.'),
  created_at: CreatedAt,
  delivered_at: Timestamp.nullable().describe(
    'The time of the successful attempt; null before it.',
  ),
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

export const WebhookState = z.object({
  url: z.string().describe('The address of the webhook; empty without one.'),
  enabled: z.boolean().describe('True when the webhook is on.'),
});

const IsOn = z.boolean().describe('True when the webhook of this type is on.');
export const WebhookSwitches = z.object(
  Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, IsOn])) as Record<
    (typeof WEBHOOK_TYPES)[number],
    z.ZodBoolean
  >,
);

export const SigningSecretState = z.object({
  has_secret: z.boolean().describe('True when the service signs deliveries.'),
  created_at: orNull(CreatedAt, 'Null without a secret.'),
  previous_signs_until: Timestamp.nullable().describe(
    'The time until which the former secret also signs; null when it no longer does.',
  ),
});

/**
 * Seconds to wait before the second attempt, the third and so on. After the last attempt, the
 * delivery has failed.
 */
export const BACKOFF_SECONDS = [5, 30, 120, 600, 3600, 3 * 3600, 12 * 3600];
