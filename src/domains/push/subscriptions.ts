import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { beginning, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { asService } from '../../storage/walls.ts';
import { lockUser, timezoneOf } from '../accounts/accounts.ts';
import { nextHourAt } from './hours.ts';
import { testNotification } from './notifications.ts';
import { endsAfter } from './push-sender.ts';
import { openAddress, sealedAddress, sendNotification } from './push-service.ts';
import type { PushParts } from './push-service.ts';
import {
  FIRST_HOUR,
  MAX_SUBSCRIPTIONS,
  PushSubscription,
  PushSubscriptions,
  PushSubscriptionSave,
  PushTest,
} from './push-subscription.ts';
import * as sql from './subscriptions.sql.ts';
import type { SubscriptionRow } from './subscriptions.sql.ts';

const MAX_USER_AGENT = 300;
const TEST_SECONDS = 300;
const One = z.object({ subscription_id: z.string().max(100) });

export function pushOperations(parts: PushParts) {
  const toView = (context: Context, row: SubscriptionRow): z.input<typeof PushSubscription> => ({
    ...row,
    is_current: row.session_id === sessionOf(context),
    push_service: openAddress(parts, row.sealed)?.endpoint.hostname ?? '',
  });

  const list = defineOperation({
    name: 'listPushSubscriptions',
    summary: 'List the browsers that get notifications, newest first',
    description: 'Also returns the key with which a browser subscribes.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: PushSubscriptions,
    run: async (context) => {
      const rows = await sql.selectSubscriptions(context.db, userOf(context));
      const subscriptions = rows.map((row) => toView(context, row));
      return { public_key: parts.vapid.publicKey, subscriptions };
    },
  });

  const save = defineOperation({
    name: 'savePushSubscription',
    summary: 'Send notifications to this browser, or change which',
    description:
      'Send what the browser answered to `pushManager.subscribe`. The subscription belongs to the ' +
      'session, and ends with it. Choices that are left out stay as they are; at first, both kinds ' +
      `are on and the hour is ${FIRST_HOUR}. A user can have ${MAX_SUBSCRIPTIONS} subscriptions.`,
    scope: null,
    effect: 'write',
    input: PushSubscriptionSave,
    output: PushSubscription,
    run: async (context, { endpoint, keys, ...choices }) => {
      const user_id = userOf(context);
      const sealed = sealedAddress(parts, { endpoint, keys });
      const address_hash = createHash('sha256').update(new URL(endpoint).href).digest();
      const timezone = await timezoneOf(context);
      // Whoever signs in to a browser next gets its notifications.
      await sql.deleteOfOthers(asService(context.db), user_id, address_hash);
      return transaction(context.db, async (db) => {
        await lockUser(db, user_id);
        const given = { user_id, sealed, address_hash, timezone, ...choices };
        return toView(context, await saveRow({ ...context, db }, given));
      });
    },
  });

  const remove = defineOperation({
    name: 'deletePushSubscription',
    summary: 'Send no more notifications to a browser',
    scope: null,
    effect: 'destroy',
    needsRoom: false,
    input: One,
    output: z.object({}),
    run: async (context, { subscription_id: id }) => {
      const user_id = userOf(context);
      if (!UUID.test(id) || !(await sql.deleteSubscription(context.db, { user_id, id })))
        throw new NotFound('Subscription not found');
      return {};
    },
  });

  const test = defineOperation({
    name: 'testPushSubscription',
    summary: 'Send a test notification now, and return its outcome',
    description:
      'The service does not retry a test. A subscription that the browser has ended is deleted.',
    scope: null,
    effect: 'write',
    waits: true,
    input: One,
    output: PushTest,
    run: async (context, { subscription_id: id }) => {
      const user_id = userOf(context);
      const row = UUID.test(id) && (await sql.selectSubscription(context.db, { user_id, id }));
      if (!row) throw new NotFound('Subscription not found');
      const attempt = await sendNotification(parts, row.sealed, {
        notification: testNotification(row.language),
        id: context.newId(),
        now: context.clock.now(),
        seconds: TEST_SECONDS,
        stopping: context.signal,
      });
      await endsAfter(context, { user_id, id }, attempt);
      return { delivered: attempt.isAccepted, error: attempt.error };
    },
  });

  return { list, save, remove, test };
}

const sessionOf = ({ actor }: Context): string | null =>
  actor.kind === 'session' ? actor.session_id : null;

type Given = Pick<SubscriptionRow, 'user_id' | 'sealed' | 'address_hash' | 'timezone'> &
  Omit<z.output<typeof PushSubscriptionSave>, 'endpoint' | 'keys'>;

/** A browser that got a new address or a new session keeps its subscription. */
async function saveRow(context: Context, given: Given): Promise<SubscriptionRow> {
  const { db, clock, user_agent = null } = context;
  const { user_id, address_hash } = given;
  const now = clock.now();
  const session_id = sessionOf(context);
  if (session_id === null) throw new Conflict('Only a signed-in browser can subscribe.');
  const all = await sql.selectSubscriptions(db, user_id);
  const own = all.filter(
    (each) => each.session_id === session_id || each.address_hash.equals(address_hash),
  );
  const [known, ...others] = own;
  for (const each of others) await sql.deleteSubscription(db, each);
  if (!known && all.length >= MAX_SUBSCRIPTIONS) {
    throw new Conflict(
      `${MAX_SUBSCRIPTIONS} browsers get notifications already. Remove one of them first.`,
    );
  }
  const hour = given.hour ?? known?.hour ?? FIRST_HOUR;
  const row: SubscriptionRow = {
    ...given,
    id: known?.id ?? context.newId(),
    session_id,
    user_agent: user_agent && beginning(user_agent, MAX_USER_AGENT),
    language: given.language ?? known?.language ?? 'en',
    tasks: given.tasks ?? known?.tasks ?? true,
    days: given.days ?? known?.days ?? true,
    hour,
    next_hour_at: nextHourAt(now, given.timezone, hour),
    failing_since: null,
    created_at: known?.created_at ?? now,
    updated_at: now,
  };
  await (known ? sql.updateSubscription(db, row) : sql.insertSubscription(db, row));
  return row;
}
