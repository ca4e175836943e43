/**
 * Hearing anew what a lesser recogniser heard, and understanding anew what the rules understood, with
 * the recogniser and the language model that are there now.
 */
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
import type { Renewers } from './renewal.sql.ts';

/** The question that hearing anew asks again before it replaces words. */
export { mayBeHeardAnew } from './renewal.sql.ts';
export type { Renewers } from './renewal.sql.ts';

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
    recogniser: z
      .string()
      .nullable()
      .describe('The recogniser that would hear; null when it is not better than others.'),
    recordings: z
      .int()
      .describe(
        'The number of conversations with kept sound that lesser recognisers heard; at most 10,000.',
      ),
    scheduled: When.nullable().describe(
      'When the conversations are heard and understood anew; null when nobody has asked for it.',
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

export function renewalRoutes(renewers: Renewers): Route[] {
  const { writer, better } = renewers;
  const describe = async (context: Context): Promise<z.input<typeof Renewal>> => {
    const user_id = userOf(context);
    const renewal = await sql.selectRenewal(context.db, user_id);
    const after = renewal?.last_id ?? null;
    const left = { renewers, after, limit: MAX_COUNTED };
    const { by_rules, to_hear } = await sql.countRenewable(context.db, user_id, left);
    return {
      model: writer,
      conversations: by_rules,
      recogniser: better?.name ?? null,
      recordings: to_hear,
      scheduled: renewal?.when_to_run ?? null,
      requested_at: renewal?.requested_at ?? null,
    };
  };

  const get = defineOperation({
    name: 'getRenewal',
    summary: 'Get what could be heard and understood anew',
    description:
      'Counts the conversations that the built-in reader understood, and those whose kept sound ' +
      'the recogniser would hear better. After `PUT`, counts those that are left.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: Renewal,
    run: describe,
  });
  const schedule = defineOperation({
    name: 'scheduleRenewal',
    summary: 'Hear and understand old conversations anew',
    description:
      'The service takes these conversations one after the other, the oldest first, `now`, or ' +
      '`at_night` between one and five o’clock of your time zone. It hears kept sound with the ' +
      'recogniser, which may be a provider, unless you changed the transcript or share the ' +
      'conversation, and processes the conversation with the language model. Your own changes ' +
      'stay. Answers 409 without a language model and without a recogniser that is better than ' +
      'others.',
    scope: null,
    effect: 'write',
    input: z.strictObject({ when: When.describe('When to process them.') }),
    output: Renewal,
    run: async (context, { when }) => {
      if (writer === null && better === null) {
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
    summary: 'Hear and understand no further conversations anew',
    description: 'What was heard and understood anew stays.',
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
