import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface Limits {
  sound_bytes: number;
  listening_seconds: number;
}

export interface Usage {
  user_id: string;
  email: string;
  sound_used: number;
  sound_most: number;
  listening_used: number;
  listening_most: number;
}

/**
 * Measures what a user has against the limits; for all users who have a limit if `user_id` is null.
 * Sums the stored rows, so there is no counter that could be wrong.
 */
export async function selectUsage(
  db: Db,
  user_id: string | null,
  { since, limits }: { since: Date; limits: Limits },
): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    SELECT u.id AS user_id, u.email,
      coalesce(q.sound_bytes, ${limits.sound_bytes}::float8) AS sound_most,
      coalesce(q.listening_seconds, ${limits.listening_seconds}::float8) AS listening_most,
      (SELECT coalesce(sum(size), 0)::float8 FROM audio_files AS f WHERE f.user_id = u.id)
        AS sound_used,
      (SELECT coalesce(sum(greatest(0, extract(epoch FROM
          coalesce(c.finished_at, c.last_heard_at) - c.started_at))), 0)::float8
        FROM conversations AS c
        WHERE c.user_id = u.id AND c.created_at >= ${since}
          AND (c.last_heard_at IS NOT NULL OR c.external_data -> 'recording' IS NOT NULL))
        AS listening_used
    FROM users AS u LEFT JOIN user_quotas AS q ON q.user_id = u.id
    WHERE u.id = ${user_id} OR (${user_id}::text IS NULL AND least(
      coalesce(q.sound_bytes, ${limits.sound_bytes}::float8),
      coalesce(q.listening_seconds, ${limits.listening_seconds}::float8)) < 'Infinity')
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
