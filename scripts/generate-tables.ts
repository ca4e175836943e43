/**
 * Writes src/storage/tables.ts and docs/row-changes.md from a migrated database; `--check` only
 * compares.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { silentLog } from '../src/core/log.ts';
import { describeTables as readTables } from '../src/storage/archive/catalogue.ts';
import type { Column } from '../src/storage/archive/catalogue.ts';
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
  const tables = (await readTables(db)).filter(({ name }) => name !== 'migrations');
  const interfaces = tables.map(
    ({ name, columns }) =>
      `export interface ${typeName(name)} {\n${columns.map(property).join('\n')}\n}\n`,
  );
  const index = tables.map(({ name }) => `  ${name}: ${typeName(name)};`).join('\n');
  return [
    '// Made by scripts/generate-tables.ts from the migrated database. Do not edit.',
    "import type { Generated } from 'kysely';\n",
    ...interfaces,
    `export interface Tables {\n${index}\n}\n`,
  ].join('\n');
}

function property({ name, type: stored, isNullable, hasDefault, words }: Column): string {
  const base = words?.map((word) => `'${word}'`).join(' | ') ?? TYPES[stored];
  if (!base) {
    throw new Error(`Name the type of ${stored} (${name}) in TYPES of scripts/generate-tables.ts.`);
  }
  const type = isNullable ? `${base} | null` : base;
  const line = `  ${name}: ${hasDefault ? `Generated<${type}>` : type};`;
  if (line.length <= LINE_WIDTH || !words || hasDefault) return line;
  return `  ${name}:\n    | ${type.replaceAll(' | ', '\n    | ')};`;
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}
