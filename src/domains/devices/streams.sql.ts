import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface StreamKey {
  user_id: string;
  id: string;
  session_id: string;
}

export interface StreamPosition {
  /** The number of sound messages that are safely stored. */
  messages: number;
  /** The time when the last of them was spoken. */
  spoken_at: Date | null;
}

/** A stream that is unused for this long starts again from the beginning. */
const KEEP_MS = 7 * 86_400_000;

/** Assigns the stream to this session, even if another session has it. */
export async function takeStream(
  db: Db,
  { user_id, id, session_id }: StreamKey,
  now: Date,
): Promise<StreamPosition> {
  const oldest = new Date(now.getTime() - KEEP_MS);
  await sql`
    DELETE FROM audio_streams WHERE user_id = ${user_id} AND updated_at < ${oldest}
  `.execute(db);
  const { rows } = await sql<StreamPosition>`
    INSERT INTO audio_streams AS s (user_id, id, session_id, messages, updated_at)
    VALUES (${user_id}, ${id}, ${session_id}, 0, ${now})
    ON CONFLICT (user_id, id)
      DO UPDATE SET session_id = excluded.session_id, updated_at = excluded.updated_at
    RETURNING s.messages::float8 AS messages, s.spoken_at
  `.execute(db);
  return rows[0]!;
}

/** Returns false when another session has taken over the stream. */
export async function advanceStream(
  db: Db,
  { user_id, id, session_id }: StreamKey,
  { messages, spoken_at }: StreamPosition,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE audio_streams
    SET messages = ${messages}, spoken_at = coalesce(${spoken_at}, spoken_at), updated_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id} AND session_id = ${session_id}
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}
