/**
 * Writes src/storage/tables.ts and docs/row-changes.md from a migrated database; `--check` only
 * compares.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { silentLog } from '../src/core/log.ts';
import { openDatabase } from '../src/storage/database.ts';
import type { Db } from '../src/storage/database.ts';
import { copyTemplate, removeFolder } from '../src/testing/template.ts';
import { describeRowChanges } from './row-changes.ts';

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  text: 'string',
  tsvector: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
};

/** The formatter breaks longer lines. */
const LINE_WIDTH = 100;

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  has_default: boolean;
  /** The constraint of this column alone, such as `CHECK ((kind = ANY (ARRAY['a'::text])))`. */
  constraint: string | null;
}

const folder = copyTemplate();
try {
  await using database = await openDatabase({ url: undefined, folder, log: silentLog });
  keep('src/storage/tables.ts', await describeTables(database.db));
  keep('docs/row-changes.md', await describeRowChanges(database.db));
} finally {
  removeFolder(folder);
}

function keep(path: string, written: string): void {
  const file = new URL(`../${path}`, import.meta.url);
  if (!process.argv.includes('--check')) return writeFileSync(file, written);
  if (existsSync(file) && readFileSync(file, 'utf8') === written) return;
  console.error(`${path} is not what the migrations make: run npm run generate`);
  process.exitCode = 1;
}

async function describeTables(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    SELECT table_name, column_name, udt_name, is_nullable,
           (column_default IS NOT NULL OR is_identity = 'YES') AS has_default,
           (SELECT min(pg_get_constraintdef(pg_constraint.oid))
            FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
            WHERE conrelid = table_name::regclass AND attname = column_name AND contype = 'c'
              AND pg_get_constraintdef(pg_constraint.oid) LIKE '%= ANY (ARRAY[%') AS constraint
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_name <> 'migrations' AND table_type = 'BASE TABLE'
    ORDER BY table_name, ordinal_position
  `.execute(db);
  const tables = Map.groupBy(rows, ({ table_name }) => table_name);
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${typeName(table)} {\n${columns.map(property).join('\n')}\n}\n`,
  );
  const index = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`).join('\n');
  return [
    '// Made by scripts/generate-tables.ts from the migrated database. Do not edit.',
    "import type { Generated } from 'kysely';\n",
    ...interfaces,
    `export interface Tables {\n${index}\n}\n`,
  ].join('\n');
}

function property({ column_name, udt_name, is_nullable, has_default, constraint }: Column): string {
  const words = constraint?.match(/'[^']+'(?=::text)/g);
  const base = words?.join(' | ') ?? TYPES[udt_name];
  if (!base) {
    throw new Error(
      `Name the type of ${udt_name} (${column_name}) in TYPES of scripts/generate-tables.ts.`,
    );
  }
  const type = is_nullable === 'YES' ? `${base} | null` : base;
  const line = `  ${column_name}: ${has_default ? `Generated<${type}>` : type};`;
  if (line.length <= LINE_WIDTH || !words || has_default) return line;
  return `  ${column_name}:\n    | ${type.replaceAll(' | ', '\n    | ')};`;
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}
