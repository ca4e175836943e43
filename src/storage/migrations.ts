import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { StartError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Database, Db } from './database.ts';

export interface Migration {
  number: number;
  name: string;
  text: string;
}

/** The migration that adds the column `needs`. Later migrations fill it. */
const ADDS_NEEDS = 57;
/**
 * A migration that removes or changes something begins with this comment. It names the newest
 * migration of the first version that no longer uses what is removed.
 */
const NEEDS = /^-- Needs migration (\d{4})\.$/m;

const FOLDER = new URL('./migrations/', import.meta.url);

export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({
    number: Number(name.slice(0, 4)),
    name: name.slice(5, -4),
    text: readFileSync(new URL(name, FOLDER), 'utf8'),
  }));

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Brings the database up to date; there are only forward migrations. Each migration is a
 * transaction that first inserts its own number. If two processes start together, the second
 * process waits for that row, fails to insert it and finds the migration done.
 */
export async function migrate({
  database,
  log,
  migrations = MIGRATIONS,
}: {
  database: Database;
  log: Log;
  migrations?: readonly Migration[];
}): Promise<void> {
  // IF NOT EXISTS can still fail when two processes create the table at the same time; the table
  // then exists.
  await database.script(MIGRATIONS_TABLE).catch(() => database.script(MIGRATIONS_TABLE));
  await refuseNewerDatabase(database.db, migrations);
  const done = await appliedNumbers(database.db);
  for (const migration of migrations) {
    if (!done.has(migration.number)) await apply(database, migration, log);
  }
}

/** Returns whether migrations were ever applied to this database. */
export async function hasMigrations(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT to_regclass('public.migrations') IS NOT NULL AS has
  `.execute(db);
  return rows[0]!.has;
}

/** Returns the number of the newest migration that was applied to this database. */
export async function appliedSchema(db: Db): Promise<number> {
  return Math.max(0, ...(await appliedNumbers(db)));
}

async function appliedNumbers(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`SELECT number FROM migrations`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

/**
 * Throws when a newer version has changed the database so that this version cannot use it. A newer
 * migration that only adds tables or columns is no obstacle.
 */
export async function refuseNewerDatabase(
  db: Db,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const newest = Math.max(0, ...migrations.map(({ number }) => number));
  // Reads the row as JSON, because older databases lack the column `needs`.
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM migrations AS m
    WHERE number > ${newest} AND coalesce((to_jsonb(m) ->> 'needs')::integer, number) > ${newest}
  `.execute(db);
  if (rows.length === 0) return;
  const ahead = Math.max(...rows.map(({ number }) => number));
  throw new StartError(
    `The database was changed by a newer Commonplace (migration ${ahead}; this one knows ` +
      `${newest}). Update this installation; nothing was changed.`,
  );
}

async function apply(database: Database, migration: Migration, log: Log): Promise<void> {
  const { number, name, text } = migration;
  const needs = Number(NEEDS.exec(text)?.[1] ?? 0);
  const noted =
    number > ADDS_NEEDS ? `UPDATE migrations SET needs = ${needs} WHERE number = ${number};` : '';
  try {
    await database.script(
      `BEGIN; INSERT INTO migrations (number, name) VALUES (${number}, '${name}'); ${text};
       ${noted} COMMIT;`,
    );
    log.info({ migration: `${number}-${name}` }, 'database migrated');
  } catch (error) {
    // Another process committed first, so our insert failed and the migration is done.
    if ((await appliedNumbers(database.db)).has(number)) return;
    throw error;
  }
}
