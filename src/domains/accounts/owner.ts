import { Forbidden } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectFirstUser } from './accounts.sql.ts';

/** Throws unless the caller is the owner of this installation. */
export async function requireOwner(context: Context): Promise<void> {
  if ((await selectFirstUser(context.db)) === userOf(context)) return;
  throw new Forbidden('Only the owner of this installation may do this.');
}
