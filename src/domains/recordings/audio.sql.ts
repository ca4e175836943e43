import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { objectOf } from '../../storage/objects/rows.ts';
import type { NullableObject, StoredObject } from '../../storage/objects/rows.ts';
import type { AudioFilesTable } from '../../storage/tables.ts';

export type AudioFileRow = Omit<Selectable<AudioFilesTable>, 'size' | 'peaks'> & {
  size: number;
  peaks?: Uint8Array;
};

/** Sums the bytes of all stored sound of a user. */
export async function sumAudio(db: Db, user_id: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    SELECT coalesce(sum(size), 0)::float8 AS size FROM audio_files WHERE user_id = ${user_id}
  `.execute(db);
  return rows[0]!.size;
}

export interface AudioPiece {
  user_id: string;
  audio_id: string;
  conversation_id: string;
  channel: number;
  started_at: Date;
  /** The length of the whole file in seconds, including this piece. */
  seconds: number;
  place: number;
  data: Uint8Array;
  /** The loudness of this piece. */
  peaks: Uint8Array;
}

/**
 * Adds a piece to a file, and creates the file with its first piece. Returns false when the
 * conversation was deleted.
 */
export async function appendAudio(db: Db, piece: AudioPiece): Promise<boolean> {
  const size = piece.place + piece.data.length;
  const { rows } = await sql`
    WITH file AS (
      INSERT INTO audio_files (user_id, id, conversation_id, channel, started_at, seconds, size, peaks)
      SELECT user_id, ${piece.audio_id}, id, ${piece.channel}, ${piece.started_at}, ${piece.seconds},
        ${size}, ${Buffer.from(piece.peaks)}
      FROM conversations WHERE user_id = ${piece.user_id} AND id = ${piece.conversation_id}
      ON CONFLICT (user_id, id) DO UPDATE SET seconds = excluded.seconds, size = excluded.size,
        peaks = audio_files.peaks || excluded.peaks
      RETURNING user_id, id
    )
    INSERT INTO audio_pieces (user_id, audio_id, place, data)
    SELECT user_id, id, ${piece.place}, ${Buffer.from(piece.data)} FROM file
    RETURNING audio_id
  `.execute(db);
  return rows.length > 0;
}

export async function selectAudioFiles(
  db: Db,
  user_id: string,
  conversation_id: string,
  { peaks = false }: { peaks?: boolean } = {},
): Promise<AudioFileRow[]> {
  const more = sql.raw(peaks ? ', peaks' : '');
  const { rows } = await sql<AudioFileRow>`
    SELECT user_id, id, conversation_id, channel, started_at, seconds, size::float8 AS size ${more}
    FROM audio_files WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    ORDER BY started_at, channel, id
  `.execute(db);
  return rows;
}

/** The bytes of a file: the first ones may be in an object, the others are in the database. */
export interface StoredSound {
  object: StoredObject | null;
  rest: Buffer;
}

/** Returns undefined when the file does not exist, or has no bytes. */
export async function selectAudio(
  db: Db,
  { user_id, conversation_id, id }: { user_id: string; conversation_id: string; id: string },
): Promise<StoredSound | undefined> {
  const { rows } = await sql<NullableObject & { rest: Buffer }>`
    SELECT o.name, o.bytes::float8 AS bytes, o.sha256, o.key, coalesce((
      SELECT string_agg(p.data, '' ORDER BY p.place) FROM audio_pieces AS p
      WHERE p.user_id = f.user_id AND p.audio_id = f.id AND p.place >= coalesce(o.bytes, 0)), '') AS rest
    FROM audio_files AS f LEFT JOIN stored_objects AS o ON o.user_id = f.user_id AND o.audio_id = f.id
    WHERE f.user_id = ${user_id} AND f.id = ${id} AND f.conversation_id = ${conversation_id}
  `.execute(db);
  const [row] = rows;
  if (!row || (row.name === null && row.rest.length === 0)) return undefined;
  return { object: objectOf(row), rest: row.rest };
}

/** Returns the object with the first bytes of a file; null when there is none. */
export async function selectObject(
  db: Db,
  { user_id, audio_id }: { user_id: string; audio_id: string },
): Promise<StoredObject | null> {
  const { rows } = await sql<StoredObject>`
    SELECT name, bytes::float8 AS bytes, sha256, key FROM stored_objects
    WHERE user_id = ${user_id} AND audio_id = ${audio_id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Joins some pieces of a file that follow each other from a place on. Empty at the end. */
export async function selectPieces(
  db: Db,
  {
    user_id,
    audio_id,
    from,
    limit,
  }: { user_id: string; audio_id: string; from: number; limit: number },
): Promise<Buffer> {
  const { rows } = await sql<{ data: Buffer }>`
    SELECT data FROM audio_pieces
    WHERE user_id = ${user_id} AND audio_id = ${audio_id} AND place >= ${from}
    ORDER BY place LIMIT ${limit}
  `.execute(db);
  return Buffer.concat(rows.map(({ data }) => data));
}

export async function deleteAudio(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM audio_files WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    RETURNING id
  `.execute(db);
  return rows.length;
}

/** Moves the sound of merged conversations to the resulting conversation. */
export async function moveAudio(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE audio_files SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}

/** Deletes sound that is too old, and the oldest sound of users who exceed their limit. */
export async function deleteSurplusAudio(
  db: Db,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM audio_files AS f USING (
      SELECT user_id, id, started_at,
        sum(size) OVER (PARTITION BY user_id ORDER BY started_at DESC, id DESC) AS newer
      FROM audio_files
    ) AS kept
    WHERE f.user_id = kept.user_id AND f.id = kept.id
      AND (kept.started_at < ${before} OR kept.newer > ${most})
    RETURNING f.id
  `.execute(db);
  return rows.length;
}
