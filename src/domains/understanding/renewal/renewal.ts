/** Understanding anew what the rules understood, with the language model that is there now. */
import { z } from 'zod';
import { Conflict } from '../../../core/errors.ts';
import { defineEvent } from '../../../core/event.ts';
import { Timestamp } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { transaction } from '../../../storage/transaction.ts';
import * as sql from './renewal.sql.ts';

const MAX_COUNTED = 10_000;
const PATH = '/v1/understanding/renewal';

const When = z.enum(['at_night', 'now']);

const Renewal = z
  .object({
    model: z
      .string()
      .nullable()
      .describe('The language model that would understand; null when there is none.'),
    conversations: z
      .int()
      .describe('The number of conversations that the rules understood; at most 10,000.'),
    scheduled: When.nullable().describe(
      'When the conversations are understood anew; null when nobody has asked for it.',
    ),
    requested_at: Timestamp.nullable().describe(
      'The time of the request; null when nobody has asked for it.',
    ),
  })
  .meta({ id: 'Renewal' });

export const renewalRequested = defineEvent({
  name: 'understanding.renewal_requested',
  payload: z.object({}),
});

/** `writer` is the name of the language model; null without one. */
export function renewalRoutes(writer: string | null): Route[] {
  const describe = async (context: Context): Promise<z.input<typeof Renewal>> => {
    const user_id = userOf(context);
    const renewal = await sql.selectRenewal(context.db, user_id);
    const after = renewal?.last_id ?? null;
    return {
      model: writer,
      conversations: await sql.countByRules(context.db, user_id, { after, limit: MAX_COUNTED }),
      scheduled: renewal?.when_to_run ?? null,
      requested_at: renewal?.requested_at ?? null,
    };
  };

  const get = defineOperation({
    name: 'getRenewal',
    summary: 'Get what a language model could understand anew',
    description:
      'Counts the conversations that the built-in rules understood. After `PUT`, counts those ' +
      'that are left.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: Renewal,
    run: describe,
  });
  const schedule = defineOperation({
    name: 'scheduleRenewal',
    summary: 'Understand anew what the rules understood',
    description:
      'The service processes these conversations one after the other, the oldest first, with ' +
      'the language model: `now`, or `at_night` between one and five o’clock of your time zone. ' +
      'Your own changes stay. Answers 409 without a language model.',
    scope: null,
    effect: 'write',
    input: z.strictObject({ when: When.describe('When to process them.') }),
    output: Renewal,
    run: async (context, { when }) => {
      if (writer === null) {
        throw new Conflict(
          'There is no language model: set SVC_LLM_BASE_URL and SVC_LLM_MODEL, or fetch one ' +
            'with `commonplace models pull`.',
        );
      }
      const user_id = userOf(context);
      const requested_at = context.clock.now();
      await transaction(context.db, async (tx) => {
        await sql.storeRenewal(tx, { user_id, when_to_run: when, requested_at });
        await context.outbox.emit(tx, renewalRequested, { user_id, payload: {} });
      });
      return describe(context);
    },
  });
  const cancel = defineOperation({
    name: 'cancelRenewal',
    summary: 'Understand no further conversations anew',
    description: 'What was understood anew stays.',
    scope: null,
    effect: 'write',
    needsRoom: false,
    input: NoInput,
    output: Renewal,
    run: async (context) => {
      await sql.deleteRenewal(context.db, userOf(context));
      return describe(context);
    },
  });
  const credential = 'session';
  return [
    route(get, { method: 'GET', path: PATH, credential }),
    route(schedule, { method: 'PUT', path: PATH, credential }),
    route(cancel, { method: 'DELETE', path: PATH, credential }),
  ];
}
