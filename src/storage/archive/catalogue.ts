/** The tables of the database with their columns, as its catalogue describes them. */
import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface Column {
  name: string;
  /** The type, such as `uuid`; `_text` is an array. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** True when its order depends on rules for texts. */
  isCollated: boolean;
  /** The words that a CHECK of this column admits; null for other columns. */
  words: string[] | null;
}

export interface DescribedTable {
  name: string;
  columns: Column[];
  /** The columns of the primary key; null when there is none. */
  key: string[] | null;
}

type Described = Omit<Column, 'words'> & { check: string | null };

/** Describes all tables in alphabetical order, without computed columns. */
export async function describeTables(db: Db, schema = 'public'): Promise<DescribedTable[]> {
  const { rows } = await sql<Omit<DescribedTable, 'columns'> & { columns: Described[] }>`
    SELECT c.relname AS name,
      json_agg(json_build_object('name', a.attname, 'type', t.typname,
        'isNullable', NOT a.attnotnull, 'hasDefault', a.atthasdef OR a.attidentity <> '',
        'isCollated', a.attcollation <> 0,
        'check', checks.definition) ORDER BY a.attnum) AS columns,
      (SELECT array_agg(k.attname::text ORDER BY array_position(i.indkey::int2[], k.attnum))
       FROM pg_index AS i JOIN pg_attribute AS k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
       WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      JOIN pg_type AS t ON t.oid = a.atttypid
      LEFT JOIN (
        SELECT conrelid, conkey, min(pg_get_constraintdef(oid)) AS definition FROM pg_constraint
        WHERE contype = 'c' AND pg_get_constraintdef(oid) LIKE '%= ANY (ARRAY[%'
        GROUP BY conrelid, conkey
      ) AS checks ON checks.conrelid = c.oid AND checks.conkey = ARRAY[a.attnum]
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = to_regnamespace(${schema})
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.oid, c.relname ORDER BY c.relname COLLATE "C"
  `.execute(db);
  return rows.map(({ name, key, columns }) => ({
    name,
    key,
    columns: columns.map(({ check, ...column }) => ({ ...column, words: wordsOf(check) })),
  }));
}

/** Reads a check such as `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`. */
function wordsOf(check: string | null): string[] | null {
  return check?.match(/(?<=')[^']+(?='::text)/g) ?? null;
}
