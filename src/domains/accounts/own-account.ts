import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import { Timestamp, text } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { logSecurityEvent } from './security/security-log.ts';
import { isTaken } from '../../storage/violations.ts';
import { DueHour, KeepsExamples, NewPassword, Timezone, User, WeekStart } from './account.ts';
import { examplesRefused, sessionsEnded } from './accounts.ts';
import * as sql from './accounts.sql.ts';
import type { Identity } from './identity.ts';
import { requireOwnUser } from './passwords.ts';

const Password = z.string().min(1).max(1024);

const Session = z
  .object({
    id: z.string().describe('The id of the session.'),
    user_agent: z
      .string()
      .nullable()
      .describe('The user agent of the browser or program; null when it is not known.'),
    ip_address: z
      .string()
      .nullable()
      .describe('The network address at the time of the sign-in; null when it is not known.'),
    created_at: Timestamp.describe('The time of the sign-in.'),
    expires_at: Timestamp.describe('The time at which the session ends.'),
    is_current: z.boolean().describe('True for the session that sends this request.'),
  })
  .meta({ id: 'Session' });

const Ended = z.object({ ended: z.int().describe('The number of sessions that were ended.') });

/** Operations of signed-in users on their own accounts. */
export function accountOperations(identity: Identity) {
  const update = defineOperation({
    name: 'updateMe',
    summary: 'Change name, address, time zone, language or calendar of the account',
    description:
      'Changes only the fields that you send. A new address needs the current password, or, without ' +
      'a password, a sign-in during the last ten minutes. A ' +
      'new time zone holds from then on: the day in progress ends in the new zone, and summaries ' +
      'of past days stay until something of their day changes.',
    scope: null,
    effect: 'write',
    input: z.strictObject({
      name: text({ min: 1, max: 100, blank: 'A name cannot be empty' })
        .optional()
        .describe('The new name.'),
      email: z.email().max(320).optional().describe('The new e-mail address for signing in.'),
      current_password: Password.optional().describe(
        'Required when you change the address, if the account has a password.',
      ),
      timezone: Timezone.optional().describe('IANA name, such as Europe/Lisbon.'),
      language: text({ min: 2, max: 20 })
        .nullable()
        .optional()
        .describe('ISO 639-1, such as `pt`.'),
      week_start: WeekStart.optional(),
      due_hour: DueHour.optional(),
      keeps_examples: KeepsExamples.optional(),
    }),
    output: User,
    run: async (context, { email, current_password, ...change }) => {
      const address = email?.toLowerCase();
      if (address !== undefined) {
        await requireOwnUser(context, identity, current_password);
      }
      const given = { ...change, ...(address !== undefined && { email: address }) };
      if (Object.values(given).every((value) => value === undefined)) {
        throw new Invalid('At least one field must be provided');
      }
      const updated_at = context.clock.now();
      const user = await transaction(context.db, async (db) => {
        const changed = await sql.updateUser(db, userOf(context), { ...given, updated_at });
        if (changed && address !== undefined) {
          await logSecurityEvent({ ...context, db }, changed.id, { event: 'address_changed' });
        }
        if (change.keeps_examples === false) {
          const event = { user_id: userOf(context), payload: {} };
          await context.outbox.emit(db, examplesRefused, event);
        }
        return changed;
      }).catch((error: unknown) => {
        // Another account took the address at the same time.
        if (isTaken(error)) return undefined;
        throw error;
      });
      if (!user) throw new Conflict('There is already an account with this address.');
      return user;
    },
  });

  const changePassword = defineOperation({
    name: 'changePassword',
    summary: 'Change the password, or set the first one, and end all other sessions',
    description: 'Keys and connected assistants keep their access.',
    scope: null,
    effect: 'write',
    // Wrong passwords stay counted, and the check of the password needs the database meanwhile.
    waits: true,
    input: z.strictObject({
      current_password: Password.optional().describe(
        'Required if the account has a password. Without one, you must have signed in during the ' +
          'last ten minutes.',
      ),
      new_password: NewPassword.describe('The new password.'),
    }),
    output: Ended,
    run: async (context, { current_password, new_password }) => {
      await requireOwnUser(context, identity, current_password);
      const hash = await identity.hashOf(new_password);
      return transaction(context.db, async (tx) => {
        await sql.upsertPassword(tx, userOf(context), hash);
        await logSecurityEvent({ ...context, db: tx }, userOf(context), {
          event: 'password_changed',
        });
        return endOthers({ ...context, db: tx });
      });
    },
  });

  const listSessions = defineOperation({
    name: 'listSessions',
    summary: 'List the sessions in which the user is signed in, newest first',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: z.array(Session),
    run: async (context) => {
      const rows = await sql.selectSessions(context.db, userOf(context), context.clock.now());
      return rows.map((row) => ({ ...row, is_current: row.id === sessionOf(context) }));
    },
  });

  const endSession = defineOperation({
    name: 'endSession',
    summary: 'End one session',
    description: 'To end your own session, sign out.',
    scope: null,
    effect: 'destroy',
    needsRoom: false,
    input: z.object({ session_id: z.string().max(100) }),
    output: Ended,
    run: async (context, { session_id }) =>
      transaction(context.db, async (db) => {
        const ended = await sql.deleteSession(db, userOf(context), session_id);
        if (!ended) throw new NotFound('Session not found');
        await logSecurityEvent({ ...context, db }, userOf(context), {
          event: 'session_ended',
          subject: ended.user_agent,
        });
        await context.outbox.emit(db, sessionsEnded, { user_id: userOf(context), payload: {} });
        return { ended: 1 };
      }),
  });

  const endOtherSessions = defineOperation({
    name: 'endOtherSessions',
    summary: 'End all sessions except this one',
    scope: null,
    effect: 'destroy',
    needsRoom: false,
    input: NoInput,
    output: Ended,
    run: (context) => transaction(context.db, (db) => endOthers({ ...context, db })),
  });

  return { update, changePassword, listSessions, endSession, endOtherSessions };
}

/** Ends all sessions of the user except the one that asks. */
async function endOthers(context: Context): Promise<{ ended: number }> {
  const user_id = userOf(context);
  const ended = await sql.deleteOtherSessions(context.db, user_id, sessionOf(context));
  if (ended > 0) {
    await logSecurityEvent(context, user_id, { event: 'sessions_ended', count: ended });
    await context.outbox.emit(context.db, sessionsEnded, { user_id, payload: {} });
  }
  return { ended };
}

const sessionOf = ({ actor }: Context): string =>
  actor.kind === 'session' ? actor.session_id : '';
