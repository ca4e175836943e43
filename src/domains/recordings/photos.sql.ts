import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { Photo } from '../conversations/photo.ts';

/** Adds a photo to the live recording; false when it is not live any more. */
export async function insertPhoto(
  db: Db,
  user_id: string,
  { conversation_id, photo, data }: { conversation_id: string; photo: Photo; data: Uint8Array },
): Promise<boolean> {
  const { rows } = await sql`
    WITH added AS (
      UPDATE conversations
      SET photos = photos || ${JSON.stringify([photo])}::jsonb, source = 'openglass',
        updated_at = ${photo.created_at}, last_heard_at = ${photo.created_at},
        started_at = coalesce(started_at, ${photo.created_at})
      WHERE user_id = ${user_id} AND id = ${conversation_id} AND status = 'in_progress'
      RETURNING id
    )
    INSERT INTO photo_files (user_id, id, conversation_id, data)
    SELECT ${user_id}, ${photo.id}, id, ${Buffer.from(data)} FROM added
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** The pictures of a conversation, by the ids of its photos. */
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

/** The picture of one photo. */
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

/** Gives the photos of conversations that are merged to the one they become. */
export async function movePhotos(
  db: Db,
  user_id: string,
  { from, to, photos }: { from: readonly string[]; to: string; photos: readonly unknown[] },
): Promise<void> {
  if (photos.length === 0) return;
  await sql`
    WITH moved AS (
      UPDATE photo_files SET conversation_id = ${to}
      WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
    )
    UPDATE conversations SET photos = ${JSON.stringify(photos)}::jsonb
    WHERE user_id = ${user_id} AND id = ${to}
  `.execute(db);
}

/** What a model saw on a photo; false when the photo is gone. */
export async function updatePhoto(
  db: Db,
  user_id: string,
  {
    conversation_id,
    photo_id,
    ...seen
  }: { conversation_id: string; photo_id: string; description: string; discarded: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations AS c
    SET photos = (
      SELECT jsonb_agg(
        CASE WHEN p.photo ->> 'id' = ${photo_id} THEN p.photo || ${JSON.stringify(seen)}::jsonb ELSE p.photo END
        ORDER BY p.place)
      FROM jsonb_array_elements(c.photos) WITH ORDINALITY AS p (photo, place)
    )
    WHERE c.user_id = ${user_id} AND c.id = ${conversation_id}
      AND c.photos @> ${JSON.stringify([{ id: photo_id }])}::jsonb
    RETURNING c.id
  `.execute(db);
  return rows.length > 0;
}
