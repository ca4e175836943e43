import type { Db } from '../../../storage/database.ts';

// These rows have no user, because nobody has signed in yet.

export async function upsertRequest(
  db: Db,
  row: { id: Buffer; payload: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('authorization_requests')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ payload: row.payload, expires_at: row.expires_at }),
    )
    .execute();
}

export async function selectRequest(db: Db, id: Buffer, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('authorization_requests')
    .select('payload')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.payload;
}

export async function deleteRequestRow(db: Db, id: Buffer): Promise<void> {
  await db.deleteFrom('authorization_requests').where('id', '=', id).execute();
}
