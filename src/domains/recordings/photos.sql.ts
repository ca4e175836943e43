import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { objectOf } from '../../storage/objects/rows.ts';
import type { NullableObject, StoredObject } from '../../storage/objects/rows.ts';
import { addingPhoto } from '../conversations/recording/live-recording.ts';
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

/** The bytes of a photo are in an object, or in the database. */
export interface StoredPhoto {
  id: string;
  data: Buffer;
  object: StoredObject | null;
}

/** Returns the pictures of a conversation, or the picture of one photo. */
export async function selectPhotoFiles(
  db: Db,
  user_id: string,
  { conversation_id, photo_id = null }: { conversation_id: string; photo_id?: string | null },
): Promise<StoredPhoto[]> {
  const { rows } = await sql<NullableObject & { id: string; data: Buffer }>`
    SELECT f.id, f.data, o.name, o.bytes::float8 AS bytes, o.sha256, o.key
    FROM photo_files AS f LEFT JOIN stored_objects AS o ON o.user_id = f.user_id AND o.photo_id = f.id
    WHERE f.user_id = ${user_id} AND f.conversation_id = ${conversation_id}
      AND (${photo_id}::uuid IS NULL OR f.id = ${photo_id})
  `.execute(db);
  return rows.map((row) => ({ id: row.id, data: row.data, object: objectOf(row) }));
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
