import type { Parts } from '../../kit/context.ts';
import type { Tx } from '../../storage/database.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { transaction } from '../../storage/transaction.ts';
import { grantRevoked } from './grant.ts';
import { deleteIdleGrant } from './grants.sql.ts';
import { tokenHash } from './token.ts';
import * as sql from './tokens.sql.ts';

type Ground = Pick<Parts, 'db' | 'clock' | 'outbox'>;

/** Returns the client to which a token was issued; null when the token does not exist. */
export async function clientOfToken({ db, clock }: Ground, token: string): Promise<string | null> {
  const row = await sql.selectToken(db, tokenHash(token));
  return row && row.expires_at > clock.now() ? row.client_id : null;
}

/**
 * Revokes a token. Revokes an access token alone; revokes a refresh token together with all tokens
 * of its sign-in.
 */
export function revokeToken({ db, outbox }: Ground, token: string): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await locked(tx, () => sql.selectToken(tx, tokenHash(token)));
    if (!row) return;
    if (row.kind === 'refresh') return revokeFamily({ db: tx, outbox }, row);
    await sql.deleteToken(tx, row);
    await announce({ db: tx, outbox }, row);
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
  await sql.lockUser(db, found.user_id);
  return find();
}

/** The parts for a change inside a transaction. */
type Changing = { db: Tx; outbox: Outbox };

export async function revokeFamily(
  { db, outbox }: Changing,
  { user_id, family_id }: Pick<sql.TokenRow, 'user_id' | 'family_id'>,
): Promise<void> {
  for (const grant_id of await sql.deleteFamily(db, { user_id, family_id })) {
    await deleteIdleGrant(db, user_id, grant_id);
    await announce({ db, outbox }, { user_id, grant_id });
  }
}

function announce(
  { db, outbox }: Changing,
  { user_id, grant_id }: Pick<sql.TokenRow, 'user_id' | 'grant_id'>,
): Promise<void> {
  return outbox.emit(db, grantRevoked, { user_id, payload: { grant_id } });
}
