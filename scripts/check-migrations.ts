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
/** Statements after which the version before may fail. Adding a table or a column is none. */
const BREAKING: Readonly<Record<string, RegExp>> = {
  'drops or renames something': /\bDROP (?:TABLE|COLUMN|FUNCTION|TYPE|VIEW|SCHEMA)\b|\bRENAME\b/i,
  'changes the type of a column': /\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b/i,
  'requires a value that the version before does not write':
    /\bSET NOT NULL\b|\bDROP DEFAULT\b|\bADD COLUMN (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i,
  'restricts a table that exists': /\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i,
};

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
  const plain = text.replaceAll(/--.*$/gm, '');
  const created = [...plain.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(
    ([, table]) => table!.toLowerCase(),
  );
  const unique = [...plain.matchAll(/\bCREATE UNIQUE INDEX .*? ON (\w+)/gis)].filter(
    ([, table]) => !created.includes(table!.toLowerCase()),
  );
  const reasons = Object.entries(BREAKING)
    .filter(([, pattern]) => pattern.test(plain))
    .map(([reason]) => reason);
  if (unique.length > 0) reasons.push('restricts a table that exists');
  return [...new Set(reasons)].map(
    (reason) =>
      `${FOLDER}/${name}: it ${reason}, so the version before may fail on the database. Add only; ` +
      'remove one version later, with the comment "-- Needs migration NNNN." (CONTRIBUTING.md).',
  );
}

function missedBreaks(): string[] {
  const plants: readonly (readonly [words: string, text: string])[] = [
    ['drops or renames', 'ALTER TABLE memories DROP COLUMN content;'],
    ['drops or renames', 'ALTER TABLE memories RENAME COLUMN content TO text;'],
    ['changes the type', 'ALTER TABLE memories ALTER COLUMN content TYPE bytea;'],
    ['requires a value', 'ALTER TABLE memories ADD COLUMN mood text NOT NULL;'],
    ['requires a value', 'ALTER TABLE memories ALTER COLUMN until SET NOT NULL;'],
    ['restricts a table', 'ALTER TABLE memories ADD CONSTRAINT short CHECK (length(content) < 9);'],
    ['restricts a table', 'CREATE UNIQUE INDEX one ON memories (content);'],
    ['needs an earlier', '-- Needs migration 9999.\nDROP TABLE memories;'],
  ];
  const allowed = [
    'ALTER TABLE memories ADD COLUMN mood text NOT NULL DEFAULT 0, ADD COLUMN note text;',
    'CREATE TABLE moods (id uuid NOT NULL); CREATE UNIQUE INDEX one ON moods (id);',
    '-- Needs migration 0057.\nALTER TABLE memories DROP COLUMN content;',
  ];
  const of = (text: string) => breaksOf('9000-planted.sql', text);
  return [
    ...plants
      .filter(([words, text]) => of(text).filter((line) => line.includes(words)).length !== 1)
      .map(([, text]) => `scripts/check-migrations.ts does not refuse: "${text}"`),
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
