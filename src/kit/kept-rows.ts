import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../storage/database.ts';

/** A row of a table as JSON, with all columns. */
export type KeptRow = Record<string, unknown> & { user_id: string; id: string };

/** Reads rows of a table so that they can be written back later, unchanged. */
export interface KeptRows {
  /** Returns the row, locked until the end of the transaction; null when there is none. */
  read(db: Db, user_id: string, id: string): Promise<KeptRow | null>;
  /** Writes the row back, whether it was changed or deleted. */
  put(db: Db, row: KeptRow): Promise<void>;
}

/**
 * Only the room that owns the table may keep its rows: it passes the beginning of the statement
 * that writes them. `isId` tells which ids are well formed.
 */
export function keptRows(
  table: string,
  { insert, isId }: { insert: RawBuilder<unknown>; isId: RegExp },
): KeptRows {
  return {
    async read(db, user_id, id) {
      if (!isId.test(id)) return null;
      const { rows } = await sql<{ row: KeptRow }>`
        SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t
        WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
      `.execute(db);
      return rows[0]?.row ?? null;
    },
    async put(db, row) {
      const columns = Object.keys(row).map((name) => sql.ref(name));
      const changed = Object.keys(row)
        .filter((name) => name !== 'user_id' && name !== 'id')
        .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
      await sql`
        ${insert} (${sql.join(columns)})
        SELECT ${sql.join(columns)}
        FROM jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
        ON CONFLICT (user_id, id) DO UPDATE SET ${sql.join(changed)}
      `.execute(db);
    },
  };
}
