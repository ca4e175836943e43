/** Accounts whose users sign in with an OpenID Connect provider, with a password or without one. */
import { randomBytes } from 'node:crypto';

export {
  deleteLinks,
  insertLink,
  insertUser,
  selectSignIns,
  selectUserBySubject,
} from './linked-accounts.sql.ts';

/** Returns an id for a new account. Older ids of accounts have 32 letters and digits, too. */
export const newUserId = (): string => randomBytes(16).toString('hex');
