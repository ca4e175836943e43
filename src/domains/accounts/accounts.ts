import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { NotReady, Unauthenticated } from '../../core/errors.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { userOf } from '../../kit/context.ts';
import type { Actor, Context } from '../../kit/context.ts';
import { keptAnswers } from '../../storage/calls/kept-answers.ts';
import { oncePerTurn } from '../../storage/calls/once-per-turn.ts';
import type { Database, Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';
import { SignIn, SignedIn, User } from './account.ts';
import { countAttempt } from './attempts.ts';
import type { AttemptLimit } from './attempts.ts';
import type { KnownDevices } from './known-devices.ts';
import { networkOf } from './network.ts';
import * as sql from './accounts.sql.ts';
import { logFailure, logSecurityEvent } from './security/security-log.ts';
import { tokenHash } from './identity.ts';
import type { Identity } from './identity.ts';

/**
 * Limits for password attempts: per address and network, per network for all addresses, and per
 * address for all networks.
 */
const PER_ADDRESS_AND_NETWORK = { free: 5, maxSeconds: 900 };
const PER_NETWORK = { free: 30, maxSeconds: 900 };
const PER_ADDRESS = { free: 50, maxSeconds: 60 };
/** Known devices have a separate limit, so that attempts by strangers cannot lock them out. */
const PER_DEVICE = { free: 10, maxSeconds: 900 };

const WRONG = 'The address or the password is wrong.';

export function signInOperation(identity: Identity, devices: KnownDevices) {
  return defineOperation({
    name: 'signIn',
    summary: 'Sign in with address and password',
    scope: null,
    effect: 'write',
    needsRoom: false,
    input: SignIn,
    output: SignedIn,
    run: async (context, { email, password }) => {
      const { db, clock, ip, user_agent = null, device_note } = context;
      const address = email.toLowerCase();
      const device = devices.idOf(device_note, address, clock.now());
      const limits = limitsOf(address, networkOf(ip), device);
      await takeAttempts(db, limits, clock.now());
      const giveBack = async () => {
        for (const { subject } of limits) await sql.returnAttempt(db, subject, clock.now());
      };
      const isKnown = device !== null;
      const signIn = async () => ({
        hash: await sql.selectPasswordByEmail(db, address),
        session: await identity.signIn({ email: address, password, ip, user_agent, isKnown }),
      });
      const { hash, session } = await signIn().catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
      if (!session) {
        const find = async () => (await sql.selectUserByEmail(db, address))?.id;
        logFailure(context, find, { event: 'sign_in_failed', by: 'password' });
        throw new Unauthenticated(WRONG);
      }
      // If the password was changed in the meantime, the new session is ended.
      if ((await sql.selectPassword(db, session.user_id)) !== hash) {
        await sql.deleteSessionByToken(db, tokenHash(session.token));
        throw new Unauthenticated(WRONG);
      }
      await giveBack();
      await sql.deleteFailures(db, limits[0]!.subject);
      await logSecurityEvent(context, session.user_id, { event: 'signed_in', by: 'password' });
      const user = await sql.selectUser(db, session.user_id);
      return { token: session.token, user: user!, expires_at: session.expires_at };
    },
  });
}

function limitsOf(address: string, network: string, device: string | null): AttemptLimit[] {
  if (device !== null) return [{ subject: `device ${device}`, ...PER_DEVICE }];
  return [
    { subject: `${network}|${address}`, ...PER_ADDRESS_AND_NETWORK },
    { subject: `network ${network}`, ...PER_NETWORK },
    { subject: address, ...PER_ADDRESS },
  ];
}

/** Counts the attempt against all limits, or against none when a limit is reached. */
async function takeAttempts(db: Db, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const [index, limit] of limits.entries()) {
    const reason = 'Too many wrong passwords.';
    await countAttempt(db, { ...limit, now, reason }).catch(async (error: unknown) => {
      for (const { subject } of limits.slice(0, index)) await sql.returnAttempt(db, subject, now);
      throw error;
    });
  }
}

export const signOut = defineOperation({
  name: 'signOut',
  summary: 'End this session',
  scope: null,
  effect: 'write',
  needsRoom: false,
  input: NoInput,
  output: Success,
  run: async (context) => {
    const { actor } = context;
    if (actor.kind === 'session') {
      await transaction(context.db, async (db) => {
        if (!(await sql.deleteSession(db, actor.user_id, actor.session_id))) return;
        await logSecurityEvent({ ...context, db }, actor.user_id, { event: 'signed_out' });
        await context.outbox.emit(db, sessionsEnded, { user_id: actor.user_id, payload: {} });
      });
    }
    return { success: true as const };
  },
});

export const getMe = defineOperation({
  name: 'getMe',
  summary: 'Get the signed-in user',
  description:
    'Returns the account that owns the data, with the time zone in which its days begin.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: User,
  run: async (context) => {
    const user = await sql.selectUser(context.db, userOf(context));
    if (!user) throw new Unauthenticated('This account no longer exists. Sign in again.');
    return user;
  },
});

/** Emitted after an account was deleted. Rooms then delete the data that no foreign key deletes. */
export const accountDeleted = defineEvent({ name: 'account.deleted', payload: z.object({}) });

/** Emitted when sessions of the user were ended. Open streams must check their sessions. */
export const sessionsEnded = defineEvent({
  name: 'account.sessions_ended',
  payload: z.object({}),
});

/** Emitted when the user does not want judged sentences to be kept. */
export const examplesRefused = defineEvent({
  name: 'account.examples_refused',
  payload: z.object({}),
});

/** Returns the actor of a session token, or null. */
export type SessionVerifier = (token: string, now: Date) => Promise<Actor | null>;

export function sessionVerifier({
  db,
  changesOf,
}: Pick<Database, 'db' | 'changesOf'>): SessionVerifier {
  const sessionOf = keptAnswers(
    changesOf(['sessions', 'users']),
    oncePerTurn((hash) => sql.selectSession(db, hash)),
  );
  return async (token, now) => {
    const session = await sessionOf(tokenHash(token));
    if (!session || session.expires_at <= now) return null;
    const { user_id, id, timezone, readiness } = session;
    return { kind: 'session', user_id, session_id: id, account: { timezone, readiness } };
  };
}

/** Returns the time zone of the user's calendar. */
export async function timezoneOf(context: Context): Promise<string> {
  const { actor } = context;
  if (actor.account) return actor.account.timezone;
  return (await sql.selectUser(context.db, userOf(context)))?.timezone ?? 'UTC';
}

/** Reasons why the user's memories are closed, as text for people. */
const REASONS: Readonly<Record<string, string>> = {
  held_by_operator: 'the operator of this service holds this account',
  missing_account: 'this account does not exist',
};

/** Returns the error for an account whose memories may not be read; otherwise null. */
export async function memoriesGate(context: Context): Promise<NotReady | null> {
  const reason =
    context.actor.account?.readiness ??
    (await sql.selectReadiness(context.db, userOf(context))) ??
    'missing_account';
  if (reason === 'ready') return null;
  const why = REASONS[reason] ?? 'this account is not ready';
  const message =
    `Memories of this account cannot be read right now, because ${why}. The key can be valid and ` +
    'correctly scoped: try again later, a new key would not help.';
  const body = {
    enabled: false,
    code: 'developer_memory_access_not_ready',
    message,
    reason,
    consumer: 'developer_api',
    archive_default_visible: false,
    archive_capability: false,
  };
  return new NotReady(message, { body, notice: `Memories are closed for now: ${why}.` });
}

export {
  deleteUser,
  lockUser,
  selectFirstUser,
  selectKeepAudio,
  selectKeepsExamples,
  selectUser,
  selectUserByEmail,
  updateKeepAudio,
  updateReadiness,
  updateUser,
} from './accounts.sql.ts';
