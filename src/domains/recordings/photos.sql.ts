import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { addingPhoto } from '../conversations/conversations.ts';
import type { Photo } from '../conversations/photo.ts';

/** Adds a photo to the live recording; returns false when the recording has ended. */
export async function insertPhoto(
  db: Db,
  user_id: string,
  { conversation_id, photo, data }: { conversation_id: string; photo: Photo; data: Uint8Array },
): Promise<boolean> {
  const { rows } = await sql`
    WITH added AS (${addingPhoto(user_id, conversation_id, photo)})
    INSERT INTO photo_files (user_id, id, conversation_id, data)
    SELECT ${user_id}, ${photo.id}, id, ${Buffer.from(data)} FROM added
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Returns the pictures of a conversation, by the ids of its photos. */
export async function selectPhotoFiles(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('photo_files')
    .select(['id', 'data'])
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .execute();
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Returns the picture of one photo. */
export async function selectPhotoFile(
  db: Db,
  user_id: string,
  { conversation_id, photo_id }: { conversation_id: string; photo_id: string },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('photo_files')
    .select('data')
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', photo_id)
    .executeTakeFirst();
  return row?.data ?? null;
}

/** Moves the pictures of merged conversations to the resulting conversation. */
export async function movePhotoFiles(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE photo_files SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}
