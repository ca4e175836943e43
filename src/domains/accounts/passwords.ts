import { Forbidden, RateLimited } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { deleteFailures, takeAttempt } from './accounts.sql.ts';
import type { Identity } from './identity.ts';

/** Limits guesses of a password by somebody who has a session. */
const PER_ACCOUNT = { free: 5, maxSeconds: 900 };

/** Throws unless this is the password of the signed-in user. */
export async function requirePassword(
  context: Context,
  identity: Identity,
  password: string,
): Promise<void> {
  const user_id = userOf(context);
  const now = context.clock.now();
  const attempt = { subject: `password of ${user_id}`, ...PER_ACCOUNT, now };
  const retryAt = await takeAttempt(context.db, attempt);
  if (retryAt) {
    const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
    throw new RateLimited(`Too many wrong passwords. Try again in ${seconds}s.`, seconds);
  }
  if (!(await identity.isPassword(user_id, password))) {
    throw new Forbidden('The current password is wrong.');
  }
  await deleteFailures(context.db, attempt.subject);
}
