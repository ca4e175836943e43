import { Forbidden, Invalid } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { logFailure } from './security/security-log.ts';
import { deleteFailures, selectPassword, selectSessionStart } from './accounts.sql.ts';
import { countAttempt } from './attempts.ts';
import type { Identity } from './identity.ts';

/** Limits password guesses by somebody who has a session. */
const PER_ACCOUNT = { free: 5, maxSeconds: 900 };

/**
 * Throws unless this is the password of the signed-in user. A user without a password must have
 * signed in just now.
 */
export async function requireOwnUser(
  context: Context,
  identity: Identity,
  password: string | undefined,
): Promise<void> {
  if ((await selectPassword(context.db, userOf(context))) === null) return requireRecent(context);
  if (password === undefined) throw new Invalid('This change needs current_password.');
  await requirePassword(context, identity, password);
}

async function requirePassword(
  context: Context,
  identity: Identity,
  password: string,
): Promise<void> {
  const user_id = userOf(context);
  const subject = `password of ${user_id}`;
  const now = context.clock.now();
  const reason = 'Too many wrong passwords.';
  await countAttempt(context.db, { subject, ...PER_ACCOUNT, now, reason });
  if (!(await identity.isPassword(user_id, password))) {
    logFailure(context, async () => user_id, { event: 'password_refused' });
    throw new Forbidden('The current password is wrong.');
  }
  await deleteFailures(context.db, subject);
}

/** For this long after a sign-in, an action that gives lasting access needs no password. */
const RECENT_MS = 10 * 60_000;

/**
 * Throws unless the user gave the password or has just signed in, so that a session that somebody
 * found open does not become lasting access.
 */
export async function requireProof(
  context: Context,
  identity: Identity,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return requirePassword(context, identity, password);
  await requireRecent(context);
}

async function requireRecent(context: Context): Promise<void> {
  const { actor, db, clock } = context;
  const began =
    actor.kind === 'session' && (await selectSessionStart(db, actor.user_id, actor.session_id));
  if (began && clock.now().getTime() - began.getTime() < RECENT_MS) return;
  throw new Forbidden(
    'Send current_password, or sign in again: it is not needed in the ten minutes after a sign-in.',
  );
}
