import { sql } from 'kysely';
import { uuidsOf } from '../../core/ids.ts';
import type { Db } from '../../storage/database.ts';

/** The tables whose records assistants name by id. */
export const TABLES = {
  memory: 'memories',
  conversation: 'conversations',
  action_item: 'action_items',
  person: 'people',
  folder: 'folders',
} as const;
export type ShortIdKind = keyof typeof TABLES;

/** Returns the ids that a short id can stand for, at most three. */
export async function selectFullIds(
  db: Db,
  user_id: string,
  { kind, short }: { kind: ShortIdKind; short: string },
): Promise<string[]> {
  const { from, to, end } = uuidsOf(short);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(TABLES[kind])}
    WHERE user_id = ${user_id} AND id BETWEEN ${from} AND ${to} AND right(id::text, 8) = ${end}
    ORDER BY id LIMIT 3
  `.execute(db);
  return rows.map(({ id }) => id);
}
