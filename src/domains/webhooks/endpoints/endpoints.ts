import { z } from 'zod';
import { InsufficientScope, Invalid, NotFound, Unrecognised } from '../../../core/errors.ts';
import { UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, may, NoInput } from '../../../kit/operation.ts';
import { logSecurityEvent } from '../../accounts/security/security-log.ts';
import { transaction } from '../../../storage/transaction.ts';
import { positionNow, transactionOf } from '../../changes/feed.ts';
import { requireTarget } from '../delivery-request.ts';
import { newSecret, OLD_SECRET_SIGNS_MS } from '../signing.ts';
import {
  CreatedEndpoint,
  Endpoint,
  EndpointCreate,
  EndpointPatch,
  kindsOf,
  MAX_ENDPOINTS,
} from './endpoint.ts';
import type { EndpointSender, SenderParts } from './endpoint-sender.ts';
import * as sql from './endpoints.sql.ts';
import type { CountedEndpoint, EndpointMaker } from './endpoints.sql.ts';

const Id = { endpoint_id: z.string() };

export interface EndpointParts extends Pick<SenderParts, 'seal' | 'settings' | 'kinds'> {
  sender: EndpointSender;
}

/** The operations that need only the database. */
export const listEndpoints = defineOperation({
  name: 'listWebhookEndpoints',
  summary: 'List your webhook endpoints, in the order of creation',
  description: 'The signed-in user gets all endpoints. A key gets the endpoints that it created.',
  scope: 'webhooks:read',
  effect: 'read',
  input: NoInput,
  output: z.array(Endpoint),
  run: (context) => sql.selectEndpoints(context.db, makerOf(context)),
});

export const getEndpoint = defineOperation({
  name: 'getWebhookEndpoint',
  summary: 'Get one webhook endpoint',
  description: 'Tells whether the endpoint is paused, and why.',
  scope: 'webhooks:read',
  effect: 'read',
  input: z.object(Id),
  output: Endpoint,
  run: (context, { endpoint_id }) => findEndpoint(context, endpoint_id),
});

export const deleteEndpoint = defineOperation({
  name: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint with its history',
  description: 'Waiting deliveries are no longer sent.',
  scope: 'webhooks:write',
  effect: 'destroy',
  input: z.object(Id),
  output: z.object({}),
  run: async (context, { endpoint_id }) => {
    const deleted =
      UUID.test(endpoint_id) &&
      (await sql.deleteEndpointRow(context.db, makerOf(context), endpoint_id));
    return deleted ? {} : endpointNotFound();
  },
});

/** The operations that need the secrets, the settings or the sender. */
export function endpointOperations({ seal, settings, kinds, sender }: EndpointParts) {
  /** Throws unless the caller may read every kind that the types name. */
  const requireReadable = (context: Context, types: readonly string[]) => {
    const named = kindsOf(types.filter((type) => type !== '*'));
    const closed = kinds.find(
      ({ kind, scope }) => named.includes(kind) && scope !== null && !may(context, scope),
    );
    if (closed) throw new InsufficientScope(closed.scope!);
  };

  return {
    create: defineOperation({
      name: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'The service sends all later changes in the order of their commits, each at least ' +
        `once. A user may have ${MAX_ENDPOINTS} endpoints. An endpoint that a key creates ` +
        'gets only records that the scopes of the key may read. When the key is revoked, ' +
        'its endpoints are paused.',
      scope: 'webhooks:write',
      effect: 'write',
      input: EndpointCreate,
      output: CreatedEndpoint,
      run: async (context, { url, ...given }) => {
        requireReadable(context, given.types);
        const secret = newSecret('standard');
        const now = context.clock.now();
        const maker = makerOf(context);
        const cursor = await positionNow(context);
        const row = {
          ...given,
          ...maker,
          id: context.newId(),
          url: requireTarget(url.trim(), settings.allowPrivate),
          scopes: 'scopes' in context.actor ? [...context.actor.scopes] : null,
          secret: seal.close(secret),
          cursor,
          since: transactionOf(cursor),
          read_at: now,
          next_look_at: now,
          created_at: now,
          updated_at: now,
        };
        const isAdded = await transaction(context.db, (tx) =>
          sql.insertEndpoint(tx, row, MAX_ENDPOINTS),
        );
        if (!isAdded) {
          throw new Unrecognised(`You already have ${MAX_ENDPOINTS} endpoints. Delete one first.`);
        }
        sender.nudge();
        return { ...(await findEndpoint(context, row.id)), secret };
      },
    }),
    update: defineOperation({
      name: 'updateWebhookEndpoint',
      summary: 'Change, pause or resume a webhook endpoint',
      description:
        'When you enable a paused endpoint, it continues where it was paused. No ' +
        'change is lost unless the pause was longer than 30 days.',
      scope: 'webhooks:write',
      effect: 'write',
      input: EndpointPatch,
      output: Endpoint,
      run: async (context, { endpoint_id, url, types, enabled, ...rest }) => {
        const given = { url, types, enabled, ...rest };
        if (Object.values(given).every((value) => value === undefined)) {
          throw new Invalid('At least one field must be provided');
        }
        const endpoint = await findEndpoint(context, endpoint_id);
        if (types) requireReadable(context, types);
        const now = context.clock.now();
        await sql.updateEndpoint(context.db, endpoint, {
          ...rest,
          ...(types && { types }),
          ...(url !== undefined && { url: requireTarget(url.trim(), settings.allowPrivate) }),
          ...(enabled !== undefined && { enabled, pause_reason: null, failing_since: null }),
          next_look_at: now,
          updated_at: now,
        });
        sender.nudge();
        return findEndpoint(context, endpoint_id);
      },
    }),
    rotateSecret: defineOperation({
      name: 'rotateWebhookEndpointSecret',
      summary: 'Give a webhook endpoint a new secret',
      description:
        'Only this answer shows the secret. For 24 hours, deliveries are signed with both ' +
        'secrets.',
      scope: 'webhooks:write',
      effect: 'write',
      input: z.object(Id),
      output: z.object({
        secret: z
          .string()
          .describe('The new secret that signs deliveries. Only this answer shows it.'),
      }),
      run: async (context, { endpoint_id }) => {
        const endpoint = await findEndpoint(context, endpoint_id);
        const secret = newSecret('standard');
        const now = context.clock.now();
        await transaction(context.db, async (db) => {
          await sql.updateEndpoint(db, endpoint, {
            secret: seal.close(secret),
            previous: endpoint.secret,
            previous_until: new Date(now.getTime() + OLD_SECRET_SIGNS_MS),
            updated_at: now,
          });
          await logSecurityEvent({ ...context, db }, userOf(context), {
            event: 'webhook_secret_changed',
            subject: new URL(endpoint.url).host,
            subject_id: endpoint.id,
          });
        });
        return { secret };
      },
    }),
  };
}

/**
 * A key manages only the endpoints that it created. Otherwise a key could redirect data that it may
 * not read.
 */
function makerOf(context: Context): EndpointMaker {
  const { actor } = context;
  return { user_id: userOf(context), key_id: 'key_id' in actor ? actor.key_id : null };
}

export async function findEndpoint(context: Context, id: string): Promise<CountedEndpoint> {
  const row = UUID.test(id)
    ? await sql.selectEndpoint(context.db, makerOf(context), id)
    : undefined;
  return row ?? endpointNotFound();
}

function endpointNotFound(): never {
  throw new NotFound('Webhook endpoint not found');
}
