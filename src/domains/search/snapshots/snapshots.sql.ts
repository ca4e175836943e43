import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { SearchPlace } from '../search.sql.ts';

export interface SnapshotRow {
  id: string;
  version: string;
  mark: number;
  key: Buffer;
}

/** Returns the snapshots of an index in all data folders, the newest first. */
export async function selectSnapshots(
  db: Db,
  { user_id, kind }: SearchPlace,
): Promise<(SnapshotRow & { age_ms: number; is_of_this_database: boolean })[]> {
  const { rows } = await sql<SnapshotRow & { age_ms: number; is_of_this_database: boolean }>`
    SELECT id, version, mark::int8, key,
      (extract(epoch FROM now() - created_at) * 1000)::float8 AS age_ms,
      xmin::text::bigint = xid & 4294967295 AS is_of_this_database
    FROM search_snapshots WHERE user_id = ${user_id} AND kind = ${kind}
    ORDER BY mark DESC
  `.execute(db);
  return rows;
}

/** Returns the ids of those snapshots that exist. */
export async function selectExisting(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM search_snapshots WHERE id = ANY (${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function insertSnapshot(
  db: Db,
  { user_id, kind }: SearchPlace,
  { id, version, mark, key }: SnapshotRow,
): Promise<void> {
  await sql`
    INSERT INTO search_snapshots (id, user_id, kind, version, mark, key)
    VALUES (${id}, ${user_id}, ${kind}, ${version}, ${mark}, ${key})
  `.execute(db);
}

export async function deleteSnapshots(db: Db, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM search_snapshots WHERE id = ANY (${ids}::uuid[])`.execute(db);
}

/** Deletes snapshots that no index can use, because later changes have been deleted. */
export async function deleteOldSnapshots(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM search_snapshots
    WHERE created_at < ${before} OR mark <= (SELECT xid FROM change_horizon)
  `.execute(db);
}
