import { z } from 'zod';
import { Timestamp } from '../../../core/wire.ts';
import { EVENT_TYPES, subjectKindOf } from '../../../domains/webhooks/endpoints/endpoint.ts';
import { EVENT_CONTENTS } from '../../../domains/webhooks/event-contents.ts';
import type { Route } from '../../../kit/route.ts';
import type { Json, Schemas } from './schemas.ts';

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
const HEADERS = [
  { ...header('uid', 'The id of the user who owns the data.'), in: 'query' },
  header('X-Svc-Event', 'The kind of webhook.'),
  header(
    'X-Svc-Delivery',
    'The id of the delivery, equal in every attempt and equal to `Idempotency-Key`.',
  ),
  header(
    'X-Svc-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the signing secret over ' +
      '`<t>.<uid>.<body>`. For a day after a new secret there is a second `v1`. Refuse what is ' +
      'older than 300 seconds.',
    false,
  ),
];
const EIGHT_TIMES =
  'Any 2xx status confirms the delivery. Otherwise the service tries again, seven times ' +
  'in about 17 hours; 410 disables the webhook. The service does not follow redirects.';
const PAUSING =
  'Any 2xx status confirms the delivery. Otherwise the service tries again, and the events after ' +
  'it wait. Three days without a success or an answer of 410 pause the endpoint. The service ' +
  'does not follow redirects.';
const STANDARD_HEADERS = [
  header('webhook-id', 'The id of the delivery, equal in every attempt.'),
  header('webhook-timestamp', 'The time of the attempt in seconds since 1970.'),
  header(
    'webhook-signature',
    '`v1,<base64>`: HMAC-SHA256 with the secret of the endpoint over `<id>.<timestamp>.<body>`. ' +
      'For a day after a new secret there are two, with a space between them. Refuse what is ' +
      'older than 300 seconds.',
  ),
];
const SOUND = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** Describes the requests that the service sends to webhooks. */
export function webhooksOf(schemas: Schemas, routes: readonly Route[]): Record<string, Json> {
  const older = Object.entries(EVENT_CONTENTS).map(([type, { summary, body }]) => {
    const content = body ? { 'application/json': { schema: schemas.of(body, 'output') } } : SOUND;
    return [type, told(type, { summary, content, parameters: HEADERS })];
  });
  return Object.fromEntries([...older, ...eventsOf(schemas, routes)]);
}

/** Describes the events of endpoints, whose records are those of the feed. */
function eventsOf(schemas: Schemas, routes: readonly Route[]): [string, Json][] {
  const records = new Map(
    routes.map(({ operation: { name, output } }) => [name, output] as const).flatMap(recordsOf),
  );
  return EVENT_TYPES.flatMap((type): [string, Json][] => {
    const [subject, event] = type.split('.') as [string, string];
    const kind = subjectKindOf(type);
    const record = records.get(kind);
    if (!record) return [];
    const isDeleted = event === 'deleted';
    const body = z.object({
      type: z.literal(type).describe('The type of the event.'),
      timestamp: Timestamp.describe('The time of the change.'),
      data: z
        .object({
          kind: z.literal(kind).describe('The kind of the record.'),
          id: z.string().describe('The id of the record.'),
          deleted: z.literal(isDeleted).describe('True when the record was deleted.'),
          record: isDeleted
            ? z.null().describe('Null, because the record no longer exists.')
            : record.describe('The state of the record at the time of the delivery.'),
        })
        .describe('What has changed.'),
    });
    const content = { 'application/json': { schema: schemas.of(body, 'output') } };
    const summary = `Tells an endpoint: ${subject.replaceAll('_', ' ')} ${event}`;
    const parameters = STANDARD_HEADERS;
    return [[type, told(type, { summary, content, parameters, description: PAUSING })]];
  });
}

/** The schema of the record of each kind, which the list of changes contains. */
function recordsOf([name, output]: readonly [string, z.ZodType]): [string, z.ZodType][] {
  if (name !== 'listChanges') return [];
  const { items } = (output as z.ZodObject<{ items: z.ZodArray<z.ZodUnion<z.ZodObject[]>> }>).shape;
  return items.element.options.flatMap(({ shape }): [string, z.ZodType][] =>
    shape['kind'] instanceof z.ZodLiteral
      ? [[shape['kind'].value as string, shape['record'] as z.ZodType]]
      : [],
  );
}

function told(
  type: string,
  {
    summary,
    content,
    parameters,
    description = EIGHT_TIMES,
  }: { summary: string; content: Json; parameters: Json[]; description?: string },
): Json {
  return {
    post: {
      operationId: type.includes('.') ? `event_${type.replace('.', '_')}` : `told_${type}`,
      tags: ['Webhooks'],
      summary,
      description,
      security: [],
      parameters,
      requestBody: { required: true, content },
      responses: {
        '2XX': { description: 'The delivery arrived.' },
        '4XX': { description: 'The delivery did not arrive.' },
      },
    },
  };
}
