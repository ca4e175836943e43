/** Databases on a PostgreSQL server for tests of copies: empty ones, and ones with rows. */
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../core/job.ts';
import { silentLog } from '../../core/log.ts';
import { createTestDatabase, startPostgres } from '../../testing/postgres.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import type { Database, Tx } from '../database.ts';
import { requireSameSecret } from '../installation.ts';
import { startJobs } from '../jobs.ts';
import { Files } from '../objects/files.ts';
import { migrate } from '../migrations.ts';
import { hashOfTable, inSnapshot } from './read-rows.ts';
import { listTables, readSequences } from './tables.ts';

export const SECRET = 'a secret of a service of the test';
export const MEMORIES = 30;
/** A database without a store for files. */
export const NO_FILES = new Files(null, silentLog);

const job = defineJob({
  name: 'test.job',
  payload: z.object({ number: z.int() }),
  retryLimit: 2,
  retryDelaySeconds: 1,
  timeoutSeconds: 30,
});

export interface TestStores extends AsyncDisposable {
  /** Returns the address of a new database. */
  address(): Promise<string>;
  open(url: string): Promise<Database>;
  /** Returns an empty folder. */
  folder(): string;
}

/** Removes everything at the end. */
export async function openTestStores(): Promise<TestStores> {
  await using stack = new AsyncDisposableStack();
  const url =
    process.env['COMMONPLACE_TEST_DATABASE_URL'] ??
    stack.use(await startPostgres({ syncs: false })).url;
  const folder = () => {
    const made = temporaryFolder();
    owned.defer(() => removeFolder(made));
    return made;
  };
  const owned = stack.move();
  return {
    folder,
    address: async () => owned.use(await createTestDatabase(url, 'empty')).url,
    open: async (address) =>
      owned.use(await openDatabase({ url: address, folder: folder(), log: silentLog })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Makes the tables of the job queue. */
export async function makeQueue(database: Database): Promise<void> {
  await using _queue = await startJobs({ database, jobs: [job], log: silentLog });
}

/**
 * Makes the tables and fills some of them: more memories than are read at a time, texts with
 * special characters, jobs in three states, and numbered rows, the last of which is gone.
 */
export async function fillStore(database: Database): Promise<void> {
  const { db } = database;
  await migrate({ database, log: silentLog });
  await requireSameSecret(db, SECRET);
  await sql`INSERT INTO users (id, email, name) VALUES ('u1', 'u1@example.org', 'One')`.execute(db);
  await sql`
    INSERT INTO memories (user_id, id, content, content_key, category, visibility, tags,
      manually_added, reviewed, scoring, created_at, updated_at)
    SELECT 'u1', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      E'"' || n || E'" \\ \n\t € 日本', decode(lpad(n::text, 4, '0'), 'hex'), 'manual', 'private',
      ARRAY['a,"b"', ''], true, true, '', '2026-01-02T03:04:05.678901Z', now()
    FROM generate_series(1, ${MEMORIES}::integer) AS n
  `.execute(db);
  for (const id of ['first', 'last'])
    await sql`INSERT INTO outbox (user_id, name, payload) VALUES ('u1', ${id}, '{}')`.execute(db);
  await sql`DELETE FROM outbox WHERE name = 'last'`.execute(db);
  await using queue = await startJobs({ database, jobs: [job], log: silentLog });
  for (const number of [1, 2, 3]) await queue.enqueue(db, job, { number });
  await sql`
    UPDATE jobs.job SET state = 'active', started_on = now() WHERE data ->> 'number' = '2'
  `.execute(db);
  await sql`
    UPDATE jobs.job SET state = 'completed', completed_on = now() WHERE data ->> 'number' = '3'
  `.execute(db);
}

/** Returns the checksum of each table but the jobs, and the sequences. */
export async function contentOf({ db }: Database) {
  return inSnapshot(db, async (tx: Tx) => {
    const hashes: [string, string][] = [];
    for (const table of await listTables(tx)) {
      if (table.name !== 'jobs.job') hashes.push([table.name, await hashOfTable(tx, table)]);
    }
    return { hashes, sequences: await readSequences(tx) };
  });
}

/** Returns the states of the jobs by their numbers. */
export async function jobStates({ db }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ number: string; state: string }>`
    SELECT data ->> 'number' AS number, state::text AS state FROM jobs.job ORDER BY 1
  `.execute(db);
  return Object.fromEntries(rows.map(({ number, state }) => [number, state]));
}
