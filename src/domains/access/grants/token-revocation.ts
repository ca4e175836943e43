import type { Parts } from '../../../kit/context.ts';
import type { Tx } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import { logSecurityEvent } from '../../accounts/security/security-log.ts';
import type { SecurityGround } from '../../accounts/security/security-log.ts';
import { grantRevoked } from './grant.ts';
import { deleteIdleGrant } from './grants.sql.ts';
import type { NamedGrant } from './grants.sql.ts';
import { grantTokenHash } from './token.ts';
import * as sql from './tokens.sql.ts';

type Ground = Pick<Parts, 'db' | 'clock' | 'newId' | 'outbox'>;

/** Returns the client to which a token was issued; null when the token does not exist. */
export async function clientOfToken(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  token: string,
): Promise<string | null> {
  const row = await sql.selectToken(db, grantTokenHash(token));
  return row && row.expires_at > clock.now() ? row.client_id : null;
}

/**
 * Revokes a token. Revokes an access token alone; revokes a refresh token together with all tokens
 * of its sign-in.
 */
export function revokeToken(ground: Ground, token: string): Promise<void> {
  return transaction(ground.db, async (tx) => {
    const inside = { ...ground, db: tx };
    const row = await locked(tx, () => sql.selectToken(tx, grantTokenHash(token)));
    if (!row) return;
    if (row.kind === 'refresh') return revokeFamily(inside, row);
    await sql.deleteToken(tx, row);
    await announce(inside, row);
  });
}

/**
 * Finds a row, locks its user and reads the row again. The row must be read first, because only the
 * row names the user.
 */
export async function locked<Row extends { user_id: string }>(
  db: Tx,
  find: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const found = await find();
  if (!found) return undefined;
  await sql.lockUserForGrants(db, found.user_id);
  return find();
}

/** The parts for a change inside a transaction. */
type Changing = Ground & { db: Tx };

export async function revokeFamily(
  changing: Changing,
  { user_id, family_id }: Pick<sql.TokenRow, 'user_id' | 'family_id'>,
): Promise<void> {
  const { db } = changing;
  for (const grant_id of await sql.deleteFamily(db, { user_id, family_id })) {
    const deleted = await deleteIdleGrant(db, user_id, grant_id);
    if (deleted) await logDisconnection(changing, deleted);
    await announce(changing, { user_id, grant_id });
  }
}

function announce(
  { db, outbox }: Changing,
  { user_id, grant_id }: Pick<sql.TokenRow, 'user_id' | 'grant_id'>,
): Promise<void> {
  return outbox.emit(db, grantRevoked, { user_id, payload: { grant_id } });
}

/** Writes into the security log that an assistant was disconnected. */
export function logDisconnection(
  ground: SecurityGround,
  { user_id, id, client_name }: NamedGrant,
): Promise<void> {
  const event = 'assistant_disconnected';
  return logSecurityEvent(ground, user_id, { event, subject: client_name, subject_id: id });
}
