import { randomBytes } from 'node:crypto';
import { StartError } from '../../core/errors.ts';
import { systemClock } from '../../core/clock.ts';
import { uuidv7 } from '../../core/ids.ts';
import type { Db } from '../../storage/database.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { transaction } from '../../storage/transaction.ts';
import { logSecurityEvent } from './security/security-log.ts';
import { NewAccount } from './account.ts';
import * as sql from './accounts.sql.ts';
import { sessionsEnded } from './accounts.ts';
import type { Identity } from './identity.ts';

/** The dependencies of an operator's commands on accounts. */
export interface AccountParts {
  db: Db;
  outbox: Pick<Outbox, 'emit'>;
  identity: Identity;
  /** The default time zone of new accounts. */
  timezone: string;
  /** Deletes an account with all its data; returns counts of the deleted data. */
  erase(user_id: string): Promise<object>;
  /** Sets and shows the quotas of an account; returns lines to print. */
  quota(user_id: string, words: readonly string[]): Promise<string[]>;
}

const ACCOUNT_USAGE = `Usage: account <action>
  account list                             all accounts
  account add ADDRESS [NAME] [TIME ZONE]   a new account; prints its first password
  account password ADDRESS                 a new password; prints it and ends all sessions
  account quota ADDRESS [sound GIB | hours HOURS]
                                           show or set the quotas of one user
  account hold|release ADDRESS             close or open the account's memories for reading
  account delete ADDRESS --yes             delete the account with everything in it, for good`;

/**
 * Runs an operator's command on accounts; returns the lines to print. Throws a StartError when the
 * command is not possible.
 */
export async function administer(
  parts: AccountParts,
  [action = '', address = '', ...rest]: readonly string[],
): Promise<string[]> {
  const email = address.toLowerCase();
  switch (action) {
    case 'list':
      return listAccounts(parts);
    case 'add':
      return addAccount(parts, email, rest);
    case 'password':
      return replacePassword(parts, await accountOf(parts, email));
    case 'quota':
      return parts.quota((await accountOf(parts, email)).id, rest);
    case 'hold':
    case 'release':
      await sql.updateReadiness(
        parts.db,
        (await accountOf(parts, email)).id,
        action === 'hold' ? 'held_by_operator' : 'ready',
      );
      return [action === 'hold' ? 'Held: memories are not read now.' : 'Released.'];
    case 'delete':
      return deleteAccount(parts, await accountOf(parts, email), rest);
    default:
      throw new StartError(ACCOUNT_USAGE);
  }
}

async function listAccounts({ db }: AccountParts): Promise<string[]> {
  const accounts = await sql.selectUsers(db);
  return accounts.map(({ email, name, timezone, readiness, created_at }, index) =>
    [
      email,
      name,
      timezone,
      `since ${created_at.toISOString().slice(0, 10)}`,
      ...(index === 0 ? ['owner'] : []),
      ...(readiness === 'ready' ? [] : [readiness.replaceAll('_', ' ')]),
    ].join(' · '),
  );
}

async function addAccount(
  { identity, db, timezone }: AccountParts,
  email: string,
  [name = email.split('@')[0]!, zone = timezone]: readonly string[],
): Promise<string[]> {
  const password = newPassword();
  const account = NewAccount.safeParse({ email, name, timezone: zone, password });
  if (!account.success) {
    throw new StartError(account.error.issues.map(({ message }) => message).join('. '));
  }
  if (await sql.selectUserByEmail(db, email)) {
    throw new StartError(`An account ${email} already exists.`);
  }
  await identity.createAccount(account.data);
  return [`Added ${email}.`, `The first password: ${password}`];
}

async function replacePassword(
  { identity, db, outbox }: AccountParts,
  { id, email }: { id: string; email: string },
): Promise<string[]> {
  const password = newPassword();
  const hash = await identity.hashOf(password);
  await transaction(db, async (tx) => {
    await sql.upsertPassword(tx, id, hash);
    const ground = { db: tx, clock: systemClock, newId: uuidv7 };
    await logSecurityEvent(ground, id, { event: 'password_changed', by: 'operator' });
    const count = await sql.deleteOtherSessions(tx, id, '');
    if (count === 0) return;
    await logSecurityEvent(ground, id, { event: 'sessions_ended', by: 'operator', count });
    await outbox.emit(tx, sessionsEnded, { user_id: id, payload: {} });
  });
  return [`The new password of ${email}: ${password}`, 'All sessions are ended.'];
}

async function deleteAccount(
  { erase }: AccountParts,
  { id, email }: { id: string; email: string },
  flags: readonly string[],
): Promise<string[]> {
  if (!flags.includes('--yes')) {
    throw new StartError(`This permanently deletes ${email} and all its data. Add --yes to do it.`);
  }
  const contents = Object.entries(await erase(id))
    .map(([what, count]) => `${String(count)} ${what.replaceAll('_', ' ')}`)
    .join(', ');
  return [`Deleted ${email}: ${contents}.`];
}

async function accountOf({ db }: AccountParts, email: string) {
  if (email === '') throw new StartError(ACCOUNT_USAGE);
  const account = await sql.selectUserByEmail(db, email);
  if (!account) throw new StartError(`There is no account ${email}.`);
  return account;
}

const newPassword = (): string => randomBytes(15).toString('base64url');
