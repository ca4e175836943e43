/** The bytes in the database that may move to the store for files. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../storage/database.ts';

/** The row that has the bytes. */
export interface Owner {
  user_id: string;
  id: string;
}

const UNCLAIMED = sql`NOT EXISTS (SELECT FROM unused_objects AS u WHERE u.owner_id = f.id)`;

/**
 * Returns files of sound that ended before this time and have bytes in the database. Steps from file
 * to file in the index of pieces, because a database of an older version has thousands of pieces for
 * each file that is returned.
 */
export async function selectRestingSound(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    WITH RECURSIVE p AS (
      (SELECT user_id, audio_id FROM audio_pieces ORDER BY user_id, audio_id LIMIT 1)
      UNION ALL
      SELECT next.user_id, next.audio_id FROM p, LATERAL (
        SELECT user_id, audio_id FROM audio_pieces AS later
        WHERE (later.user_id, later.audio_id) > (p.user_id, p.audio_id)
        ORDER BY user_id, audio_id LIMIT 1) AS next
    )
    SELECT f.user_id, f.id FROM p, LATERAL (
      SELECT * FROM audio_files AS f WHERE f.user_id = p.user_id AND f.id = p.audio_id OFFSET 0) AS f
    WHERE f.started_at + f.seconds * interval '1 second' < ${before} AND ${UNCLAIMED}
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Removes the first bytes of a file. Returns false when the file was deleted. */
export async function emptySound(tx: Tx, { user_id, id }: Owner, bytes: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audio_files WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    DELETE FROM audio_pieces
    WHERE user_id = ${user_id} AND audio_id = ${id} AND place < ${bytes}
  `.execute(tx);
  return true;
}

/** Returns photos that have their bytes in the database. */
export async function selectRestingPhotos(db: Db, { limit }: { limit: number }): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    SELECT f.user_id, f.id FROM photo_files AS f
    WHERE octet_length(f.data) > 0 AND ${UNCLAIMED} LIMIT ${limit}
  `.execute(db);
  return rows;
}

export async function selectPhoto(db: Db, { user_id, id }: Owner): Promise<Buffer | null> {
  const { rows } = await sql<{ data: Buffer }>`
    SELECT data FROM photo_files
    WHERE user_id = ${user_id} AND id = ${id} AND octet_length(data) > 0
  `.execute(db);
  return rows[0]?.data ?? null;
}

/** Removes the bytes of a photo. Returns false when it has none, or was deleted. */
export async function emptyPhoto(tx: Tx, { user_id, id }: Owner): Promise<boolean> {
  const { rows } = await sql`
    UPDATE photo_files SET data = ''
    WHERE user_id = ${user_id} AND id = ${id} AND octet_length(data) > 0 RETURNING id
  `.execute(tx);
  return rows.length > 0;
}

/** Deletes sound whose bytes have been missing from the store for so long that nobody finds them. */
export async function deleteLostSound(db: Db): Promise<void> {
  await sql`
    DELETE FROM audio_files AS f USING stored_objects AS o
    WHERE o.user_id = f.user_id AND o.audio_id = f.id
      AND o.missing_since < now() - interval '30 days'
  `.execute(db);
}
