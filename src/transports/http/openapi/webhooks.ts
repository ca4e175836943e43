import { EVENT_CONTENTS } from '../../../domains/webhooks/event-contents.ts';
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
const SOUND = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** Describes the requests that the service sends to webhooks. */
export function webhooksOf(schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(EVENT_CONTENTS).map(([type, { summary, body }]) => {
      const content = body ? { 'application/json': { schema: schemas.of(body, 'output') } } : SOUND;
      const operation = {
        operationId: `told_${type}`,
        tags: ['Webhooks'],
        summary,
        description:
          'Any 2xx status confirms the delivery. Otherwise the service tries again, seven times ' +
          'in about 17 hours; 410 disables the webhook. The service does not follow redirects.',
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content },
        responses: {
          '2XX': { description: 'The delivery arrived.' },
          '4XX': { description: 'The delivery did not arrive.' },
        },
      };
      return [type, { post: operation }];
    }),
  );
}
