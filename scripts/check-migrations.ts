/**
 * Fails when two migrations have the same number or when a number is missing. A database applies
 * one migration per number. It would skip the second migration with the same number, and it would
 * run a migration that fills a gap too late, after its successors.
 *
 * Also fails when a migration changes or removes something that the version before may use and does
 * not say so. Then it plants one violation of each kind.
 */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/storage/migrations';
/** The numbers up to this one have gaps, because installed databases contain them. */
const LAST_WITH_GAPS = 41;

/** Migrations after this one tell which versions can use the database. */
const LAST_SILENT = 57;
const NEEDS = /^-- Needs migration (\d{4})\.$/m;
/** Gives a reason why the version before runs, for a migration with statements of other kinds. */
const REASON = /^-- The version before runs: \S/m;
/** Statements with which the version before certainly runs. A column may not be required. */
const VALUE = String.raw`DEFAULT (?:'[^']*'|[\w.]+(?:\(\))?)`;
const ADDED_COLUMN = String.raw`ADD COLUMN (?:IF NOT EXISTS )?\w+ (?:(?!NOT NULL)[^,])*?(?:NOT NULL ${VALUE}|${VALUE} NOT NULL)?(?=,|$)`;
const HARMLESS: readonly RegExp[] = [
  /^CREATE TABLE\b/i,
  /^CREATE INDEX\b/i,
  new RegExp(String.raw`^ALTER TABLE \w+(?:\s*,?\s*${ADDED_COLUMN})+$`, 'i'),
];

const names = readdirSync(FOLDER).toSorted();
const found = [
  ...problemsOf(names),
  ...names.flatMap((name) => breaksOf(name, readFileSync(`${FOLDER}/${name}`, 'utf8'))),
];
for (const line of [...found, ...missedPlants(), ...missedBreaks()]) {
  console.error(line);
  process.exitCode = 1;
}

function problemsOf(files: readonly string[]): string[] {
  const misnamed = files.filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  const numbers = files.filter((name) => !misnamed.includes(name)).map(numberOf);
  const newest = Math.max(LAST_WITH_GAPS, ...numbers);
  const wanted = Array.from(
    { length: newest - LAST_WITH_GAPS },
    (_, index) => LAST_WITH_GAPS + 1 + index,
  );
  return [
    ...misnamed.map((name) => `${FOLDER}/${name}: name it like 0042-what-it-adds.sql.`),
    ...[...new Set(numbers)]
      .filter((number) => numbers.filter((each) => each === number).length > 1)
      .map((number) => `${FOLDER}: ${padded(number)} is there twice. Take the next free number.`),
    ...wanted
      .filter((number) => !numbers.includes(number))
      .map((number) => `${FOLDER}: ${padded(number)} is left out. Number migrations in sequence.`),
  ];
}

function breaksOf(name: string, text: string): string[] {
  const number = numberOf(name);
  if (number <= LAST_SILENT) return [];
  const needs = NEEDS.exec(text)?.[1];
  if (needs !== undefined) {
    return Number(needs) < number ? [] : [`${FOLDER}/${name}: it needs an earlier migration.`];
  }
  if (REASON.test(text)) return [];
  const statements = text
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => withoutParentheses(statement).replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const created = statements.map((each) => /^CREATE TABLE (\w+)/i.exec(each)?.[1]);
  const isHarmless = (statement: string) =>
    HARMLESS.some((pattern) => pattern.test(statement)) ||
    // It restricts only rows that the version before does not write.
    created.includes(/^CREATE UNIQUE INDEX \w+ ON (\w+)/i.exec(statement)?.[1] ?? '');
  return statements
    .filter((statement) => !isHarmless(statement))
    .map(
      (statement) =>
        `${FOLDER}/${name}: the version before may fail after "${statement.slice(0, 60)}". Add only; ` +
        'remove one version later, with "-- Needs migration NNNN." (CONTRIBUTING.md). If it does ' +
        'run, say why: "-- The version before runs: …".',
    );
}

/** Empties the innermost parentheses, so that commas separate only clauses. */
function withoutParentheses(text: string): string {
  const emptied = text.replaceAll(/\([^()]+\)/g, '()');
  return emptied === text ? text : withoutParentheses(emptied);
}

function missedBreaks(): string[] {
  const refused = [
    'ALTER TABLE memories DROP COLUMN content;',
    'ALTER TABLE memories DROP content;',
    'ALTER TABLE memories RENAME COLUMN content TO text;',
    'ALTER TABLE memories ALTER COLUMN content TYPE bytea;',
    'ALTER TABLE memories ADD COLUMN mood text NOT NULL;',
    'ALTER TABLE memories ADD COLUMN note text, ADD COLUMN mood text NOT NULL;',
    'ALTER TABLE memories ALTER COLUMN until SET NOT NULL;',
    'ALTER TABLE memories ADD CONSTRAINT short CHECK (length(content) < 9);',
    'CREATE UNIQUE INDEX one ON memories (content);',
    'DROP INDEX memories_by_time;',
    'CREATE TRIGGER one BEFORE INSERT ON memories EXECUTE FUNCTION refuse();',
    "CREATE OR REPLACE FUNCTION one() RETURNS text AS $$ SELECT 'a'; $$;",
    "UPDATE memories SET content = '';",
    '-- Needs migration 9999.\nDROP TABLE memories;',
  ];
  const allowed = [
    'ALTER TABLE memories ADD COLUMN mood text NOT NULL DEFAULT 0, ADD COLUMN note text;',
    "ALTER TABLE memories ADD COLUMN at timestamptz NOT NULL DEFAULT now(), ADD COLUMN b text CHECK (b IN ('x', 'y'));",
    'CREATE TABLE moods (id uuid NOT NULL); CREATE UNIQUE INDEX one ON moods (id);',
    '-- Needs migration 0057.\nALTER TABLE memories DROP COLUMN content;',
    '-- The version before runs: it does not read the rows.\nDELETE FROM moods;',
  ];
  const of = (text: string) => breaksOf('9000-planted.sql', text);
  return [
    ...refused
      .filter((text) => of(text).length !== 1)
      .map((text) => `scripts/check-migrations.ts does not refuse: "${text}"`),
    ...allowed
      .filter((text) => of(text).length > 0)
      .map((text) => `scripts/check-migrations.ts refuses without a reason: "${text}"`),
  ];
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

function padded(number: number): string {
  return String(number).padStart(4, '0');
}

function missedPlants(): string[] {
  const next = Math.max(...names.map(numberOf)) + 1;
  const plants = {
    'is there twice': [`${padded(next)}-one.sql`, `${padded(next)}-other.sql`],
    'is left out': [`${padded(next + 1)}-planted.sql`],
    'name it': ['planted.sql'],
  };
  return Object.entries(plants)
    .filter(([words, planted]) => {
      const lines = problemsOf([...names, ...planted]).filter((line) => !found.includes(line));
      return lines.filter((line) => line.includes(words)).length !== 1;
    })
    .map(([words]) => `scripts/check-migrations.ts does not find what it should: "${words}"`);
}
