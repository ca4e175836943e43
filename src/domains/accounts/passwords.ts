import { Forbidden } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { logFailure } from '../security/security-log.ts';
import { deleteFailures } from './accounts.sql.ts';
import { countAttempt } from './attempts.ts';
import type { Identity } from './identity.ts';

/** Limits password guesses by somebody who has a session. */
const PER_ACCOUNT = { free: 5, maxSeconds: 900 };

/** Throws unless this is the password of the signed-in user. */
export async function requirePassword(
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
