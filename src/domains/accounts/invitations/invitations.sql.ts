import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { InvitationsTable } from '../../../storage/tables.ts';

export type InvitationRow = Selectable<InvitationsTable>;

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

/** Returns the invitations of the user, the newest first. */
export async function selectInvitations(db: Db, user_id: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

export async function deleteInvitationRow(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Marks the invitation as used; returns false when it does not exist, has expired, or was used. */
export async function claimInvitation(db: Db, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether an account could be created with the invitation now. */
export async function isOpen(db: Db, token_hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes an invitation usable again after the account could not be created. */
export async function returnInvitation(db: Db, token_hash: Buffer): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ used_at: null })
    .where('token_hash', '=', token_hash)
    .execute();
}
