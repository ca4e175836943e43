import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../storage/database.ts';
import type { ImportsTable } from '../../storage/tables.ts';
import type { StoredReport } from './report.ts';

export type ImportRow = Omit<Selectable<ImportsTable>, 'size' | 'report'> & {
  size: number;
  report: StoredReport;
};

const COLUMNS = sql`user_id, id, file_name, size::float8 AS size, format, status, problem, report,
  created_at, updated_at, finished_at`;

/** Returns false while another import of the user is running. */
export async function insertImport(
  db: Db,
  row: Pick<ImportRow, 'user_id' | 'id' | 'file_name' | 'size' | 'report'> & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO imports
      (user_id, id, file_name, size, status, report, created_at, updated_at)
    VALUES (${row.user_id}, ${row.id}, ${row.file_name}, ${row.size}, 'running',
      ${JSON.stringify(row.report)}::jsonb, ${row.now}, ${row.now})
    ON CONFLICT (user_id) WHERE status = 'running' DO NOTHING RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Ends imports whose process has died and left nothing behind. An import whose file waits for another
 * process has a day.
 */
export async function failDeadImports(
  db: Db,
  user_id: string,
  { now, before, problem }: { now: Date; before: Date; problem: string },
): Promise<void> {
  await sql`
    UPDATE imports SET status = 'failed', problem = ${problem}, updated_at = ${now},
      finished_at = ${now}
    WHERE user_id = ${user_id} AND status = 'running' AND updated_at < ${before}
      AND (updated_at < now() - interval '1 day' OR NOT EXISTS (
        SELECT FROM waiting_files AS f WHERE f.user_id = imports.user_id AND f.id = imports.id))
  `.execute(db);
}

export async function selectImports(db: Db, user_id: string, limit: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    SELECT ${COLUMNS} FROM imports WHERE user_id = ${user_id} ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}

export async function selectImport(
  db: Db,
  user_id: string,
  id: string,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    SELECT ${COLUMNS} FROM imports WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

/** Returns the running import with this id, of whichever user. */
export async function selectRunning(db: Db, id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    SELECT ${COLUMNS} FROM imports WHERE id = ${id} AND status = 'running'
  `.execute(db);
  return rows[0];
}

type Place = Pick<ImportRow, 'user_id' | 'id'>;
type Progress = Pick<ImportRow, 'format' | 'report'> & { now: Date };

/** Shows that the process of an import lives. */
export async function updateProgress(
  db: Db,
  { user_id, id }: Place,
  { format, now }: Omit<Progress, 'report'>,
): Promise<void> {
  await sql`
    UPDATE imports SET format = ${format}, updated_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'running'
  `.execute(db);
}

/** Stores the report in the transaction of the records that it counts. */
export async function updateReport(
  tx: Tx,
  { user_id, id }: Place,
  report: StoredReport,
): Promise<void> {
  await sql`
    UPDATE imports SET report = ${JSON.stringify(report)}::jsonb
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'running'
  `.execute(tx);
}

export async function finishImport(
  db: Db,
  { user_id, id }: Place,
  { format, report, problem, now }: Progress & Pick<ImportRow, 'problem'>,
): Promise<void> {
  await sql`
    UPDATE imports SET status = ${problem === null ? 'completed' : 'failed'}, problem = ${problem},
      format = ${format}, report = ${JSON.stringify(report)}::jsonb, updated_at = ${now},
      finished_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id} AND status = 'running'
  `.execute(db);
}

/** Keeps the newest imports of a user. */
export async function deleteOldImports(db: Db, user_id: string, kept: number): Promise<void> {
  await sql`
    DELETE FROM imports WHERE user_id = ${user_id} AND status <> 'running' AND id NOT IN (
      SELECT id FROM imports WHERE user_id = ${user_id} ORDER BY id DESC LIMIT ${kept})
  `.execute(db);
}
