import { z } from 'zod';
import { CreatedAt, text, UpdatedAt } from '../../core/wire.ts';

/** Each browser in which somebody is signed in may have one. */
export const MAX_SUBSCRIPTIONS = 20;
export const FIRST_HOUR = 8;

const Tasks = z.boolean().describe('True: tells of tasks that are due.');
const Days = z.boolean().describe('True: tells the summary of the day.');
const Hour = z
  .int()
  .min(0)
  .max(23)
  .describe(
    "The hour in the user's time zone at which the summary and the tasks of a whole day are told. " +
      'Before noon, these are the summary of the day before and the tasks of the day; from noon ' +
      'on, the summary of the day and the tasks of the next day.',
  );
const Language = z.enum(['en', 'de']).describe('The language of the notifications.');

export const PushSubscription = z
  .object({
    id: z.string().describe('The id of the subscription.'),
    is_current: z.boolean().describe('True for the subscription of the session that asks.'),
    user_agent: z
      .string()
      .nullable()
      .describe('The browser as it names itself; null when it does not.'),
    push_service: z
      .string()
      .describe('The host of the push service, which gets the encrypted notifications.')
      .meta({ examples: ['fcm.googleapis.com'] }),
    tasks: Tasks,
    days: Days,
    hour: Hour,
    language: Language,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'PushSubscription' });
export type PushSubscription = z.output<typeof PushSubscription>;

export const PushSubscriptions = z
  .object({
    public_key: z
      .string()
      .describe('`applicationServerKey` in base64url, with which a browser subscribes.'),
    subscriptions: z.array(PushSubscription).describe('The newest first.'),
  })
  .meta({ id: 'PushSubscriptions' });

const BASE64URL = /^[\w-]+={0,2}$/;
const Encoded = z.string().max(200).regex(BASE64URL, 'Use base64url');

/** `PushSubscription.toJSON()` of a browser, with choices. */
export const PushSubscriptionSave = z.strictObject({
  endpoint: text({ min: 1, max: 2_000 })
    .describe('The address that the browser got.')
    .meta({ examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAABp'] }),
  keys: z
    .object({
      p256dh: Encoded.describe('The public key of the browser, in base64url.').meta({
        examples: [
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        ],
      }),
      auth: Encoded.describe('The secret of the browser, in base64url.').meta({
        examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
      }),
    })
    .describe('The keys with which notifications are encrypted.'),
  tasks: Tasks.optional(),
  days: Days.optional(),
  hour: Hour.optional(),
  language: Language.optional(),
});
export type PushSubscriptionSave = z.output<typeof PushSubscriptionSave>;

export const PushTest = z
  .object({
    delivered: z.boolean().describe('True when the push service accepted the notification.'),
    error: z.string().nullable().describe('The error as text; null when it was accepted.'),
  })
  .meta({ id: 'PushTest' });
