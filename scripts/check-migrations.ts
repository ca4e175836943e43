/**
 * Fails when two migrations have the same number or when a number is missing. A database applies
 * one migration per number. It would skip the second migration with the same number, and it would
 * run a migration that fills a gap too late, after its successors. Then it plants one violation of
 * each kind.
 */
import { readdirSync } from 'node:fs';

const FOLDER = 'src/storage/migrations';
/** The numbers up to this one have gaps, because installed databases contain them. */
const LAST_WITH_GAPS = 41;

const names = readdirSync(FOLDER).toSorted();
const found = problemsOf(names);
for (const line of [...found, ...missedPlants()]) {
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
