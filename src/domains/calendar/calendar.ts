/** The secret address at which other programs read the events and tasks of a user. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { CreatedAt, Timestamp } from '../../core/wire.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { behindWall, userOf } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { logSecurityEvent } from '../accounts/security/security-log.ts';
import * as sql from './calendar.sql.ts';
import { writeCalendar } from './icalendar.ts';

const DAY_MS = 86_400_000;
const PAST_DAYS = 365;
const TOKEN_BYTES = 32;
const NAME = 'Commonplace';

export const ICS_PATH = '/v1/calendar-address/{token}/commonplace.ics';

const Address = z
  .object({ created_at: Timestamp.nullable().describe('null when there is no address.') })
  .meta({ id: 'CalendarAddress' });

const NewAddress = z
  .object({
    url: z
      .string()
      .describe('The address, which only this answer shows. Everybody who knows it can read.'),
    created_at: CreatedAt,
  })
  .meta({ id: 'NewCalendarAddress' });

export const getCalendarAddress = defineOperation({
  name: 'getCalendarAddress',
  summary: 'Check if your calendar has a secret address',
  description: 'Never returns the address itself, because the service stores only its hash.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: Address,
  run: async (context) => ({
    created_at: await sql.selectAddress(context.db, userOf(context)),
  }),
});

export function makeCalendarAddress(site: () => string) {
  return defineOperation({
    name: 'makeCalendarAddress',
    summary: 'Make the secret address of your calendar',
    description:
      'Calendar programs subscribe to the address and show your events and tasks. An earlier ' +
      'address stops working at once.',
    scope: null,
    effect: 'write',
    input: NoInput,
    output: NewAddress,
    run: async (context) => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const created_at = context.clock.now();
      const row = { user_id: userOf(context), token_hash: hashOf(token), created_at };
      await transaction(context.db, async (db) => {
        await sql.upsertAddress(db, row);
        await logSecurityEvent({ ...context, db }, row.user_id, { event: 'calendar_address_made' });
      });
      return { url: site() + ICS_PATH.replace('{token}', token), created_at };
    },
  });
}

export const endCalendarAddress = defineOperation({
  name: 'endCalendarAddress',
  summary: 'End the secret address of your calendar',
  description: 'The address stops working at once.',
  scope: null,
  effect: 'destroy',
  needsRoom: false,
  input: NoInput,
  output: Success,
  run: async (context) => {
    const user_id = userOf(context);
    return transaction(context.db, async (db) => {
      if (!(await sql.deleteAddress(db, user_id))) notFound();
      await logSecurityEvent({ ...context, db }, user_id, { event: 'calendar_address_ended' });
      return { success: true as const };
    });
  },
});

export const readCalendar = defineOperation({
  name: 'readCalendar',
  summary: 'Read a calendar at its secret address',
  description:
    'An iCalendar file (RFC 5545) with the events of the last year and later, the open tasks, and ' +
    'tasks that were completed in the last year.',
  scope: null,
  effect: 'read',
  input: z.object({
    token: z.string().max(200).describe('The secret part of the address.'),
    tasks: z
      .enum(['todos', 'events', 'none'])
      .default('todos')
      .describe('`events` shows tasks with a time as events, for calendars that know no tasks.'),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), content: z.string() }),
  run: async (context, { token, tasks: tasksAs }) => {
    const user_id = await sql.selectUserOfAddress(context.db, hashOf(token));
    if (user_id === null) notFound();
    const inside = behindWall({ ...context, actor: { kind: 'job', user_id } });
    const { db, clock } = inside;
    const after = new Date(clock.now().getTime() - PAST_DAYS * DAY_MS);
    const [events, tasks, timezone] = await Promise.all([
      sql.selectEvents(db, user_id, after),
      sql.selectTasks(db, user_id, after),
      timezoneOf(inside),
    ]);
    return {
      file_name: 'commonplace.ics',
      content_type: 'text/calendar; charset=utf-8',
      content: writeCalendar({ name: NAME, events, tasks, tasksAs, timezone }),
    };
  },
});

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function notFound(): never {
  throw new NotFound('There is no calendar at this address.');
}
