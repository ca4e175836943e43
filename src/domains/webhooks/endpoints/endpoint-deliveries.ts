import { z } from 'zod';
import { NotFound, Unrecognised } from '../../../core/errors.ts';
import { limit, UUID } from '../../../core/wire.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { cutPage, pageOf, paging, readCursor } from '../../../kit/page.ts';
import * as deliveries from '../deliveries.sql.ts';
import type { DeliveryRow } from '../deliveries.sql.ts';
import { EndpointDelivery, EndpointDeliveryDetail } from './endpoint.ts';
import { findEndpoint } from './endpoints.ts';
import type { EndpointParts } from './endpoints.ts';
import * as sql from './endpoints.sql.ts';
import type { CountedEndpoint } from './endpoints.sql.ts';

const Id = { endpoint_id: z.string() };
const OneDelivery = { ...Id, delivery_id: z.string() };

export const listEndpointDeliveries = defineOperation({
  name: 'listWebhookEndpointDeliveries',
  summary: 'List the deliveries to an endpoint, newest first',
  description: 'The history covers a week, with at most 1,000 finished deliveries.',
  scope: 'webhooks:read',
  effect: 'read',
  input: z.object({
    ...Id,
    limit: limit({ fallback: 50, max: 500 }),
    ...paging,
    status: EndpointDelivery.shape.status.optional(),
  }),
  output: pageOf(EndpointDelivery),
  run: async (context, { endpoint_id, limit, offset, cursor, status = null }) => {
    const [after = null] = readCursor(cursor, z.tuple([z.int()])) ?? [];
    const endpoint = await findEndpoint(context, endpoint_id);
    const page = { limit: limit + 1, offset, after, status };
    const rows = await deliveries.selectOfEndpoint(context.db, endpoint, page);
    return cutPage(rows, limit, ({ place }) => [place]);
  },
});

export const cancelEndpointDelivery = defineOperation({
  name: 'cancelWebhookEndpointDelivery',
  summary: 'Cancel a waiting delivery',
  description:
    'An endpoint gets its deliveries in order, so a delivery that fails holds up the ' +
    'later ones. The later deliveries continue after you cancel it.',
  scope: 'webhooks:write',
  effect: 'write',
  input: z.object(OneDelivery),
  output: EndpointDelivery,
  run: async (context, { endpoint_id, delivery_id }) => {
    const { endpoint, delivery } = await findDelivery(context, endpoint_id, delivery_id);
    if (!(await deliveries.cancelDelivery(context.db, delivery, 'You cancelled it.'))) {
      throw new Unrecognised('This delivery is no longer waiting.');
    }
    const next_look_at = context.clock.now();
    await sql.updateEndpoint(context.db, endpoint, { next_look_at });
    return (await deliveries.selectDelivery(context.db, delivery))!;
  },
});

/** The operations that send or preview a delivery. */
export function deliveryOperations({ sender }: EndpointParts) {
  const attempt = async (context: Context, endpoint: CountedEndpoint, delivery: DeliveryRow) => {
    const body = await sender.bodyOf(endpoint, delivery);
    if (body === null) throw new NotFound('The record of this delivery no longer exists.');
    const result = await sender.send(endpoint, delivery.id, body);
    const at = context.clock.now();
    const isDelivered = result.error === null;
    await deliveries.recordAttempt(context.db, delivery, {
      ...result,
      status: isDelivered ? 'delivered' : delivery.status,
      next_attempt_at: isDelivered ? null : delivery.next_attempt_at,
      delivered_at: delivery.delivered_at ?? (isDelivered ? at : null),
    });
    // The receiver works again, so waiting deliveries are sent immediately.
    if (isDelivered) await sql.updateEndpoint(context.db, endpoint, { next_look_at: at });
    sender.nudge();
    return (await deliveries.selectDelivery(context.db, delivery))!;
  };

  return {
    test: defineOperation({
      name: 'testWebhookEndpoint',
      summary: 'Send a test event now, and return its outcome',
      description: 'The type of the test event is `test`. The service does not retry a test.',
      scope: 'webhooks:write',
      effect: 'write',
      waits: true,
      input: z.object(Id),
      output: EndpointDelivery,
      run: async (context, { endpoint_id }) => {
        const endpoint = await findEndpoint(context, endpoint_id);
        const now = context.clock.now();
        const test = { type: 'test', kind: null, record_id: null, changed_at: now };
        const id = context.newId();
        const result = await sender.send(endpoint, id, (await sender.bodyOf(endpoint, test))!);
        const isDelivered = result.error === null;
        await deliveries.insertDelivery(context.db, {
          ...test,
          ...result,
          user_id: endpoint.user_id,
          id,
          endpoint_id: endpoint.id,
          status: isDelivered ? 'delivered' : 'failed',
          attempts: 1,
          next_attempt_at: null,
          created_at: now,
          delivered_at: isDelivered ? context.clock.now() : null,
        });
        return (await deliveries.selectDelivery(context.db, {
          user_id: endpoint.user_id,
          id,
          endpoint_id,
        }))!;
      },
    }),
    getDelivery: defineOperation({
      name: 'getWebhookEndpointDelivery',
      summary: 'Get one delivery with its body',
      description: 'The body contains the record in its current state, as a replay would send it.',
      scope: 'webhooks:read',
      effect: 'read',
      input: z.object(OneDelivery),
      output: EndpointDeliveryDetail,
      run: async (context, { endpoint_id, delivery_id }) => {
        const { endpoint, delivery } = await findDelivery(context, endpoint_id, delivery_id);
        const body = await sender.bodyOf(endpoint, delivery);
        return { ...delivery, body: body && JSON.stringify(body) };
      },
    }),
    replay: defineOperation({
      name: 'replayWebhookEndpointDelivery',
      summary: 'Send a delivery again now',
      description: 'Sends the record in its current state, with the same `webhook-id`.',
      scope: 'webhooks:write',
      effect: 'write',
      waits: true,
      input: z.object(OneDelivery),
      output: EndpointDelivery,
      run: async (context, { endpoint_id, delivery_id }) => {
        const { endpoint, delivery } = await findDelivery(context, endpoint_id, delivery_id);
        return attempt(context, endpoint, delivery);
      },
    }),
  };
}

async function findDelivery(context: Context, endpoint_id: string, id: string) {
  const endpoint = await findEndpoint(context, endpoint_id);
  const delivery = UUID.test(id)
    ? await deliveries.selectDelivery(context.db, { user_id: endpoint.user_id, id, endpoint_id })
    : undefined;
  if (!delivery) throw new NotFound('Delivery not found');
  return { endpoint, delivery };
}
