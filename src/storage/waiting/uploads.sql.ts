import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { WaitingFile } from './rows.ts';

/** An upload that any process may continue, with the number of bytes that are here. */
export interface WaitingUpload extends Pick<
  WaitingFile,
  'user_id' | 'id' | 'about' | 'created_at'
> {
  offset: number;
}

/** Returns one upload, or those of a user. */
export async function selectUploads(
  db: Db,
  { id = null, user_id = null }: { id?: string | null; user_id?: string | null },
): Promise<WaitingUpload[]> {
  const { rows } = await sql<WaitingUpload>`
    SELECT f.user_id, f.id, f.about, f.created_at, coalesce((
      SELECT max(until) FROM waiting_pieces AS p WHERE p.user_id = f.user_id AND p.file_id = f.id
    ), 0)::float8 AS "offset"
    FROM waiting_files AS f
    WHERE f.kind = 'upload' AND f.id = coalesce(${id}::uuid, f.id)
      AND f.user_id = coalesce(${user_id}, f.user_id)
  `.execute(db);
  return rows;
}

/** Deletes uploads that were begun before this time. Returns their number. */
export async function deleteUploads(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    DELETE FROM waiting_files WHERE kind = 'upload' AND created_at < ${before} RETURNING id
  `.execute(db);
  return rows.length;
}
