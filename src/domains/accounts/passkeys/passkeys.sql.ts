import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { PasskeysTable } from '../../../storage/tables.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** Returns the passkeys of the user, the newest first. */
export async function selectPasskeys(db: Db, user_id: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the passkey that signs in, whoever it belongs to. */
export async function selectByCredential(
  db: Db,
  credential_id: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .executeTakeFirst();
}

export async function insertPasskey(db: Db, row: PasskeyRow): Promise<void> {
  await db.insertInto('passkeys').values(row).execute();
}

export async function updateName(
  db: Db,
  user_id: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Notes a sign-in. Returns false when a simultaneous sign-in has already raised the counter, or
 * when the passkey was removed.
 */
export async function noteUse(
  db: Db,
  { user_id, id, counter, is_backed_up }: PasskeyRow,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE passkeys SET counter = ${counter}, is_backed_up = ${is_backed_up}, last_used_at = ${at}
    WHERE user_id = ${user_id} AND id = ${id}
      AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

export async function deletePasskey(
  db: Db,
  user_id: string,
  id: string,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

/** Marks a challenge as used, and forgets expired ones. Returns false when it was used before. */
export async function claimChallenge(
  db: Db,
  row: { user_id: string; challenge: string; expires_at: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    WITH expired AS (
      DELETE FROM used_challenges WHERE user_id = ${row.user_id} AND expires_at < ${now})
    INSERT INTO used_challenges (user_id, challenge, expires_at)
    VALUES (${row.user_id}, ${row.challenge}, ${row.expires_at})
    ON CONFLICT DO NOTHING RETURNING challenge
  `.execute(db);
  return rows.length > 0;
}
