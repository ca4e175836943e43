import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface Limits {
  sound_bytes: number;
  listening_seconds: number;
}

export interface QuotaUsage {
  user_id: string;
  email: string;
  sound_used: number;
  sound_most: number;
  listening_used: number;
  listening_most: number;
}

/**
 * Measures what a user has against the limits; for all users who have a limit if `user_id` is null.
 * Sums the stored rows, so there is no counter that could be wrong. With `onlyLimited`, usage
 * without a limit is 0 and costs nothing.
 */
export async function selectUsage(
  db: Db,
  user_id: string | null,
  { since, limits, onlyLimited }: { since: Date; limits: Limits; onlyLimited: boolean },
): Promise<QuotaUsage[]> {
  const { rows } = await sql<QuotaUsage>`
    SELECT u.id AS user_id, u.email, sound_most, listening_most,
      CASE WHEN ${onlyLimited} AND sound_most = 'Infinity' THEN 0 ELSE (
        SELECT coalesce(sum(size), 0)::float8 FROM audio_files AS f WHERE f.user_id = u.id)
      END AS sound_used,
      CASE WHEN ${onlyLimited} AND listening_most = 'Infinity' THEN 0 ELSE (
        SELECT coalesce(sum(greatest(0, extract(epoch FROM
          coalesce(c.finished_at, c.last_heard_at) - c.started_at))), 0)::float8
        FROM conversations AS c
        WHERE c.user_id = u.id AND c.created_at >= ${since}
          AND (c.last_heard_at IS NOT NULL OR c.external_data -> 'recording' IS NOT NULL
            -- A merge is a new record of older sound.
            OR (c.external_data -> 'merged_from' IS NOT NULL AND c.started_at >= ${since})))
      END AS listening_used
    FROM users AS u LEFT JOIN user_quotas AS q ON q.user_id = u.id,
      LATERAL (SELECT
        coalesce(q.sound_bytes, ${limits.sound_bytes}::float8) AS sound_most,
        coalesce(q.listening_seconds, ${limits.listening_seconds}::float8) AS listening_most
      ) AS limits
    WHERE u.id = ${user_id}
      OR (${user_id}::text IS NULL AND least(sound_most, listening_most) < 'Infinity')
    ORDER BY u.created_at, u.id
  `.execute(db);
  return rows;
}

/** Sets limits of one user; null stands for the settings, and an omitted limit stays. */
export async function upsertLimits(
  db: Db,
  user_id: string,
  limits: Partial<Record<keyof Limits, number | null>>,
): Promise<void> {
  await db
    .insertInto('user_quotas')
    .values({ user_id, ...limits })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(limits))
    .execute();
}
