import { z } from 'zod';
import { CreatedAt, text, Timestamp, UpdatedAt } from '../../../core/wire.ts';
import { attemptFields } from '../webhook.ts';

/** The maximum number of endpoints of a user. */
export const MAX_ENDPOINTS = 20;

/** The names of records in event types, with their kinds in the feed. */
const SUBJECTS = {
  conversation: 'conversation',
  memory: 'memory',
  action_item: 'action_item',
  day: 'day_summary',
  goal: 'goal',
  person: 'person',
  folder: 'folder',
  summary_template: 'summary_template',
} as const;
const SUBJECT_NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];

const ANY_RECORD = ['created', 'updated', 'deleted'] as const;
const OF_CONVERSATIONS = ['completed', 'failed'] as const;

/** All types of events, such as `memory.created`. */
export const EVENT_TYPES = SUBJECT_NAMES.flatMap((subject) => [
  ...ANY_RECORD.map((event) => `${subject}.${event}`),
  ...(subject === 'conversation' ? OF_CONVERSATIONS.map((event) => `${subject}.${event}`) : []),
]);

const WILDCARDS = SUBJECT_NAMES.map((subject) => `${subject}.*`);

const Types = z
  .array(z.enum([...EVENT_TYPES, ...WILDCARDS, '*']))
  .min(1)
  .max(50)
  .describe(
    'The types of events that the endpoint gets. `memory.*` means all events of memories; ' +
      '`*` means all events that the caller may read.',
  );

const Url = text({ min: 1, max: 2000 }).describe('An http or https address.');
const Description = text({ max: 500 }).describe('A note about the purpose of the endpoint.');
const Transcript = z
  .boolean()
  .describe('True to send conversations with their transcript in `transcript_segments`.');

export const EndpointCreate = z
  .strictObject({
    url: Url,
    types: Types,
    description: Description.default(''),
    include_transcript: Transcript.default(false),
  })
  .meta({ id: 'WebhookEndpointCreate' });

export const EndpointPatch = z.strictObject({
  endpoint_id: z.string(),
  url: Url.optional(),
  types: Types.optional(),
  description: Description.optional(),
  include_transcript: Transcript.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe(
      '`false` pauses the endpoint. `true` resumes the endpoint at the point where it was paused.',
    ),
});

export const Endpoint = z
  .object({
    id: z.string().describe('The id of the endpoint.'),
    url: z.string().describe('The address that gets the events.'),
    types: z.array(z.string()).describe('The types of events that the endpoint gets.'),
    description: z.string().describe('A note about the purpose of the endpoint.'),
    include_transcript: z
      .boolean()
      .describe('True when conversations are sent with their transcript.'),
    enabled: z.boolean().describe('False while the endpoint is paused.'),
    pause_reason: z
      .string()
      .nullable()
      .describe('The reason why the service paused the endpoint; null when you paused it.'),
    failing_since: Timestamp.nullable().describe(
      'The time since which all attempts have failed; null while deliveries succeed.',
    ),
    waiting_count: z.int().describe('The number of waiting deliveries.'),
    scopes: z
      .array(z.string())
      .nullable()
      .describe(
        'The scopes of the key that created the endpoint; null for an endpoint that the ' +
          'user created.',
      ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'WebhookEndpoint' });

export const CreatedEndpoint = Endpoint.extend({
  secret: z
    .string()
    .describe('The secret that signs deliveries. Only this answer shows the secret.'),
}).meta({ id: 'WebhookEndpointCreated' });

export const EndpointDelivery = z
  .object({
    id: z.string().describe('The id that every attempt sends as `webhook-id`.'),
    type: z.string().describe('The type of the event, such as `memory.created`.'),
    record_id: z.string().nullable().describe('The id of the record; null for a test.'),
    status: z
      .enum(['pending', 'delivered', 'failed', 'cancelled'])
      .describe(
        '`cancelled`: the record was deleted before the delivery, or you cancelled it. ' +
          'Only a test can fail for good.',
      ),
    ...attemptFields,
  })
  .meta({ id: 'WebhookEndpointDelivery' });

export const EndpointDeliveryDetail = EndpointDelivery.extend({
  body: z
    .string()
    .nullable()
    .describe(
      'The body of a replay, with the record in its current state; null when the record ' +
        'no longer exists. The service keeps no copy of sent bodies.',
    ),
}).meta({ id: 'WebhookEndpointDeliveryDetail' });

/** Returns the kind in the feed of the record that an event type names. */
export const subjectKindOf = (type: string): string =>
  SUBJECTS[type.split('.')[0] as keyof typeof SUBJECTS];

export interface EventBody {
  type: string;
  timestamp: string;
  data: { kind: string | null; id: string | null; deleted: boolean; record: unknown };
}

/** Returns whether the types of an endpoint include an event. */
export function covers(types: readonly string[], event: string): boolean {
  return types.includes('*') || types.includes(event) || types.includes(wildcardOf(event));
}

function wildcardOf(event: string): string {
  return `${event.split('.')[0]}.*`;
}

/** Returns the kinds of the feed that can cause events of these types. */
export function kindsOf(types: readonly string[]): string[] {
  return SUBJECT_NAMES.filter((subject) =>
    EVENT_TYPES.some((type) => type.startsWith(`${subject}.`) && covers(types, type)),
  ).map((subject) => SUBJECTS[subject]);
}

export function subjectOf(kind: string): string {
  return SUBJECT_NAMES.find((subject) => SUBJECTS[subject] === kind) ?? kind;
}
