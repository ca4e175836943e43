import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import type { Seal } from '../../core/seal.ts';
import type { Settings } from '../../core/setting.ts';
import { limit, text, UUID } from '../../core/wire.ts';
import { StatusOk } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { cutPage, pageOf, paging, readCursor } from '../../kit/page.ts';
import { logSecurityEvent } from '../accounts/security/security-log.ts';
import { onCommit, transaction } from '../../storage/transaction.ts';
import * as deliveries from './deliveries.sql.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import { CLAIM_MS } from './dispatcher.ts';
import type { Dispatcher } from './dispatcher.ts';
import { cancelPending, insertTest } from './event-deliveries.sql.ts';
import type { Forwarder } from './forwarder.ts';
import { parseTarget } from './webhook-target.ts';
import type { EndpointParts } from './endpoints/endpoints.ts';
import { newSecret, OLD_SECRET_SIGNS_MS } from './signing.ts';
import {
  Delivery,
  SigningSecretState,
  WebhookState,
  WebhookSwitches,
  WebhookType,
} from './webhook.ts';
import type { webhookSettings } from './webhook.ts';
import * as sql from './webhooks.sql.ts';

const OK = { status: 'ok' } as const;
const Type = { type: WebhookType };

export interface WebhookParts {
  seal: Seal;
  settings: Settings<typeof webhookSettings>;
  dispatcher: Dispatcher;
  forwarder: Pick<Forwarder, 'refresh'>;
  endpoints: EndpointParts;
}

export const getWebhook = defineOperation({
  name: 'getWebhook',
  summary: 'Get the webhook of a kind of event',
  description:
    'The address is empty when no webhook is set. The address of `audio_bytes` ends with ' +
    'the seconds of sound per delivery.',
  scope: null,
  effect: 'read',
  input: z.object(Type),
  output: WebhookState,
  run: async (context, { type }) => {
    const row = await sql.selectWebhook(context.db, userOf(context), type);
    const url = row && (type === 'audio_bytes' ? `${row.url},${row.seconds}` : row.url);
    return { url: url ?? '', enabled: row?.enabled ?? false };
  },
});

export const getWebhookStatus = defineOperation({
  name: 'getWebhookStatus',
  summary: 'List the kinds of events that have a webhook',
  description: 'The value of a kind is true when its webhook has an address and is enabled.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: WebhookSwitches,
  run: async (context) => {
    const rows = await sql.selectWebhooks(context.db, userOf(context));
    const enabled = (type: WebhookType) => rows.some((row) => row.type === type && row.enabled);
    return {
      memory_created: enabled('memory_created'),
      realtime_transcript: enabled('realtime_transcript'),
      audio_bytes: enabled('audio_bytes'),
      day_summary: enabled('day_summary'),
    };
  },
});

export const listDeliveries = defineOperation({
  name: 'listWebhookDeliveries',
  summary: 'List the deliveries and their outcomes, newest first',
  description:
    'Deliveries are kept for a week. A waiting delivery has the time of its next attempt.',
  scope: null,
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 50, max: 500 }),
    ...paging,
    type: WebhookType.optional(),
    status: Delivery.shape.status.optional(),
  }),
  output: pageOf(Delivery),
  run: async (context, { limit, offset, cursor, type = null, status = null }) => {
    const [after = null] = readCursor(cursor, z.tuple([z.uuid()])) ?? [];
    const page = { limit: limit + 1, offset, after, type, status };
    const rows = await deliveries.selectOfWebhooks(context.db, userOf(context), page);
    const { items, next_cursor } = cutPage(rows, limit, ({ id }) => [id]);
    return { items: items.map(view), next_cursor };
  },
});

export const getDelivery = defineOperation({
  name: 'getWebhookDelivery',
  summary: 'Get one delivery',
  description:
    'Returns the number of attempts, the answer of the receiver, and the time of the next attempt.',
  scope: null,
  effect: 'read',
  input: z.object({ delivery_id: z.string() }),
  output: Delivery,
  run: async (context, { delivery_id }) => {
    const row = UUID.test(delivery_id)
      ? await deliveries.selectDelivery(context.db, { user_id: userOf(context), id: delivery_id })
      : undefined;
    if (!row) throw new NotFound('Delivery not found');
    return view(row);
  },
});

export const getSigningSecret = defineOperation({
  name: 'getWebhookSigningSecret',
  summary: 'Check if deliveries are signed; the secret is shown only when it is created',
  description:
    'For a day after you create a new secret, deliveries are also signed with the previous one.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: SigningSecretState,
  run: async (context) => {
    const row = await sql.selectSecret(context.db, userOf(context));
    const previous = row?.previous_until ?? null;
    return {
      has_secret: row !== undefined,
      created_at: row?.created_at ?? null,
      previous_signs_until: previous && previous > context.clock.now() ? previous : null,
    };
  },
});

export const deleteSigningSecret = defineOperation({
  name: 'deleteWebhookSigningSecret',
  summary: 'Stop signing deliveries',
  description:
    'Receivers can then no longer verify the sender. When you next set a webhook, the service creates a new secret.',
  scope: null,
  effect: 'destroy',
  input: NoInput,
  output: StatusOk,
  run: async (context) => {
    await transaction(context.db, async (db) => {
      if (!(await sql.deleteSecret(db, userOf(context)))) return;
      await logSecurityEvent({ ...context, db }, userOf(context), {
        event: 'webhook_secret_deleted',
      });
    });
    return OK;
  },
});

export function webhookOperations({ seal, settings, dispatcher, forwarder }: WebhookParts) {
  const makeSecret = async (context: Context): Promise<string> => {
    const secret = newSecret('reference');
    const now = context.clock.now();
    await transaction(context.db, async (db) => {
      await sql.upsertSecret(db, {
        user_id: userOf(context),
        secret: seal.close(secret),
        previous_until: new Date(now.getTime() + OLD_SECRET_SIGNS_MS),
        now,
      });
      await logSecurityEvent({ ...context, db }, userOf(context), {
        event: 'webhook_secret_changed',
      });
    });
    return secret;
  };

  const attempted = async (context: Context, id: string) => {
    const user_id = userOf(context);
    await dispatcher.deliverNow(user_id, id);
    return view((await deliveries.selectDelivery(context.db, { user_id, id }))!);
  };

  const switchOperation = (enabled: boolean) =>
    defineOperation({
      name: enabled ? 'enableWebhook' : 'disableWebhook',
      summary: enabled
        ? 'Enable the webhook of a kind of event'
        : 'Disable the webhook of a kind of event',
      description: enabled
        ? 'Events that happened while it was disabled are not delivered.'
        : 'Keeps the address and cancels waiting deliveries.',
      scope: null,
      effect: 'write',
      input: z.object(Type),
      output: StatusOk,
      run: async (context, { type }) => {
        const user_id = userOf(context);
        const now = context.clock.now();
        const id = await sql.switchWebhook(context.db, { user_id, type }, enabled, now);
        if (id === null) throw new NotFound('This webhook has no address yet.');
        if (!enabled) await cancelPending(context.db, { user_id, id });
        onCommit(context.db, forwarder.refresh);
        return OK;
      },
    });

  return {
    set: defineOperation({
      name: 'setWebhook',
      summary: 'Set the webhook of a kind of event',
      description:
        'The service delivers events that happen from now on. The first webhook creates ' +
        'the signing secret, which only this answer shows. For `audio_bytes`, the address ' +
        'may end in `,N`: the seconds of sound per delivery (default 5).',
      scope: null,
      effect: 'write',
      input: z.object({
        ...Type,
        url: text({ max: 2000 }).optional().describe('An http or https address; required.'),
      }),
      output: StatusOk.extend({
        signing_secret: z
          .string()
          .optional()
          .describe('The secret that signs deliveries, if this request made it.'),
      }),
      run: async (context, { type, url }) => {
        const target = parseTarget(url, type, settings.allowPrivate);
        const user_id = userOf(context);
        const webhook = { user_id, id: context.newId(), type, ...target };
        await sql.upsertWebhook(context.db, webhook, context.clock.now());
        onCommit(context.db, forwarder.refresh);
        if (await sql.selectSecret(context.db, user_id)) return OK;
        return { ...OK, signing_secret: await makeSecret(context) };
      },
    }),
    enable: switchOperation(true),
    disable: switchOperation(false),
    test: defineOperation({
      name: 'testWebhook',
      summary: 'Send a test delivery now, and return its outcome',
      description: 'The body says that the delivery is a test. The service does not retry a test.',
      scope: null,
      effect: 'write',
      waits: true,
      input: z.object(Type),
      output: Delivery,
      run: async (context, { type }) => {
        const user_id = userOf(context);
        const webhook = await sql.selectWebhook(context.db, user_id, type);
        if (!webhook) throw new NotFound('This webhook has no address yet.');
        const id = context.newId();
        const now = context.clock.now();
        // This request sends the delivery itself, so a dispatcher must not take it first.
        const next_attempt_at = new Date(now.getTime() + CLAIM_MS);
        await insertTest(context.db, webhook, { id, now, next_attempt_at });
        return attempted(context, id);
      },
    }),
    replay: defineOperation({
      name: 'replayWebhookDelivery',
      summary: 'Send a delivery again now',
      description:
        'Sends the current state of the record. Sound that was already delivered cannot be sent again.',
      scope: null,
      effect: 'write',
      waits: true,
      input: z.object({ delivery_id: z.string() }),
      output: Delivery,
      run: (context, { delivery_id }) => {
        if (!UUID.test(delivery_id)) throw new NotFound('Delivery not found');
        return attempted(context, delivery_id);
      },
    }),
    makeSecret: defineOperation({
      name: 'makeWebhookSigningSecret',
      summary: 'Create a new signing secret',
      description:
        'Only this answer shows the secret. For 24 hours, deliveries are also signed with the previous secret.',
      scope: null,
      effect: 'write',
      input: NoInput,
      output: z.object({
        secret: z.string().describe('The secret that signs deliveries. Only this answer shows it.'),
      }),
      run: async (context) => ({ secret: await makeSecret(context) }),
    }),
  };
}

function view(row: DeliveryRow): z.input<typeof Delivery> {
  const next_attempt_at = row.status === 'pending' ? row.next_attempt_at : null;
  return { ...row, type: row.type as WebhookType, next_attempt_at };
}
