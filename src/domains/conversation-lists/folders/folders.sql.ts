import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Category } from '../../../engines/understanding/maker.ts';
import type { Db } from '../../../storage/database.ts';
import type { FoldersTable } from '../../../storage/tables.ts';

export type FolderRow = Omit<Selectable<FoldersTable>, 'category_mapping'> & {
  category_mapping: Category | null;
};

export type CountedFolder = FolderRow & { conversation_count: number };

/** The fields that a user may change, as stored. */
export type FolderChange = Partial<
  Pick<
    FolderRow,
    'name' | 'name_key' | 'description' | 'color' | 'icon' | 'order' | 'category_mapping'
  >
>;

const COUNTED = sql`folders.*, (
  SELECT count(*)::int4 FROM conversations AS c
  WHERE c.user_id = folders.user_id AND c.folder_id = folders.id
    AND c.status = 'completed' AND NOT c.discarded
) AS conversation_count`;

/** Returns all folders of a user, in the user's order. */
export async function selectFolders(db: Db, user_id: string): Promise<CountedFolder[]> {
  const { rows } = await sql<CountedFolder>`
    SELECT ${COUNTED} FROM folders WHERE user_id = ${user_id} ORDER BY "order", id
  `.execute(db);
  return rows;
}

export async function selectFolder(
  db: Db,
  user_id: string,
  id: string,
): Promise<CountedFolder | undefined> {
  const { rows } = await sql<CountedFolder>`
    SELECT ${COUNTED} FROM folders WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

/** Prevents other transactions from adding a folder until this transaction ends. */
export async function lockFolders(db: Db, user_id: string): Promise<void> {
  await sql`SELECT id FROM users WHERE id = ${user_id} FOR NO KEY UPDATE`.execute(db);
}

/** Returns the number of folders that the user created, and the position after the last folder. */
export async function countFolders(
  db: Db,
  user_id: string,
): Promise<{ custom: number; next_order: number }> {
  const { rows } = await sql<{ custom: number; next_order: number }>`
    SELECT count(*) FILTER (WHERE NOT is_system)::int4 AS custom,
           coalesce(max("order") + 1, 0) AS next_order
    FROM folders WHERE user_id = ${user_id}
  `.execute(db);
  return rows[0]!;
}

/** Inserts the folders whose names are free, and returns them. */
export async function insertFolders(db: Db, rows: readonly FolderRow[]): Promise<FolderRow[]> {
  const inserted = await db
    .insertInto('folders')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
    .returningAll()
    .execute();
  return inserted as FolderRow[];
}

export async function updateFolderRow(
  db: Db,
  user_id: string,
  id: string,
  change: FolderChange & { updated_at: Date },
): Promise<void> {
  await db
    .updateTable('folders')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Puts these folders first, in this order. The other folders follow in their previous order. */
export async function updateFolderOrder(
  db: Db,
  user_id: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE folders SET "order" = placed.place, updated_at = ${now}
    FROM (
      SELECT id, row_number() OVER (
        ORDER BY array_position(${ids}::uuid[], id), "order", id
      )::int4 - 1 AS place
      FROM folders WHERE user_id = ${user_id}
    ) AS placed
    WHERE folders.user_id = ${user_id} AND folders.id = placed.id
      AND folders."order" <> placed.place
  `.execute(db);
}

export async function deleteFolderRow(db: Db, user_id: string, id: string): Promise<void> {
  await sql`DELETE FROM folders WHERE user_id = ${user_id} AND id = ${id}`.execute(db);
}
