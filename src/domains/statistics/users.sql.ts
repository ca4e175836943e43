import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../storage/database.ts';

/** The counts of conversations stop at this number, so that a page stays fast. */
const MAX_COUNTED = 10_000;

interface InstallationUserRow {
  id: string;
  email: string;
  name: string;
  is_owner: boolean;
  is_held: boolean;
  conversations: number;
  sound_bytes: number;
  last_signed_in_at: Date | null;
  created_at: Date;
}

const select = (where: RawBuilder<unknown>, most: number) => sql<InstallationUserRow>`
  SELECT u.id, u.email, u.name, u.created_at,
    u.id = first_user() AS is_owner,
    u.readiness <> 'ready' AS is_held,
    (SELECT count(*)::int FROM (
      SELECT FROM conversations AS c WHERE c.user_id = u.id LIMIT ${MAX_COUNTED}) AS counted)
      AS conversations,
    (SELECT coalesce(sum(size), 0)::float8 FROM audio_files AS f WHERE f.user_id = u.id)
      AS sound_bytes,
    (SELECT max(s.created_at) FROM sessions AS s WHERE s.user_id = u.id) AS last_signed_in_at
  FROM users AS u WHERE ${where}
  ORDER BY date_trunc('milliseconds', u.created_at), u.id LIMIT ${most}`;

/** Returns a page of the accounts, the oldest first. */
export async function selectInstallationUsers(
  db: Db,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<InstallationUserRow[]> {
  const where = after
    ? sql`(date_trunc('milliseconds', u.created_at), u.id) > (${after.at}::timestamptz, ${after.id})`
    : sql`true`;
  return (await select(where, limit).execute(db)).rows;
}

export async function selectInstallationUser(
  db: Db,
  user_id: string,
): Promise<InstallationUserRow | undefined> {
  return (await select(sql`u.id = ${user_id}`, 1).execute(db)).rows[0];
}
