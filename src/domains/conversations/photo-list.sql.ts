import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { Photo } from './photo.ts';

/** A statement that adds a photo to the live recording and gives its id; none when it is not live. */
export function addingPhoto(
  user_id: string,
  conversation_id: string,
  photo: Photo,
): RawBuilder<unknown> {
  return sql`
    UPDATE conversations
    SET photos = photos || ${JSON.stringify([photo])}::jsonb, source = 'openglass',
      updated_at = ${photo.created_at}, last_heard_at = ${photo.created_at},
      started_at = coalesce(started_at, ${photo.created_at})
    WHERE user_id = ${user_id} AND id = ${conversation_id} AND status = 'in_progress'
    RETURNING id
  `;
}

/** The photos of a conversation that was made of others. */
export async function updatePhotos(
  db: Db,
  user_id: string,
  id: string,
  photos: readonly unknown[],
): Promise<void> {
  await sql`
    UPDATE conversations SET photos = ${JSON.stringify(photos)}::jsonb
    WHERE user_id = ${user_id} AND id = ${id}
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
