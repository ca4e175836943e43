import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { lockByName } from '../../storage/transaction.ts';
import type { DaySummariesTable } from '../../storage/tables.ts';
import type { ListQuery } from '../queries/filters/filters.ts';
import type { DayDetails } from './day-summary.ts';

export type DayRow = Omit<Selectable<DaySummariesTable>, 'details'> & { details: DayDetails };

/** Returns a page of a list. */
export async function selectSummaries(
  db: Db,
  user_id: string,
  list: ListQuery,
  page: { limit: number; offset: number; start_date: string | null; end_date: string | null },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    SELECT * ${list.sortKey} FROM day_summaries
    WHERE user_id = ${user_id}
      AND (${page.start_date}::date IS NULL OR date >= ${page.start_date})
      AND (${page.end_date}::date IS NULL OR date <= ${page.end_date})
      ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${page.limit} OFFSET ${page.offset}
  `.execute(db);
  return rows;
}

export async function selectSummary(
  db: Db,
  user_id: string,
  id: string,
): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`
    SELECT * FROM day_summaries WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

export async function insertSummary(db: Db, row: DayRow): Promise<DayRow> {
  const { rows } = await sql<DayRow>`
    INSERT INTO day_summaries
      (user_id, id, date, headline, overview, day_emoji, details, whole, created_at, updated_at)
    VALUES (${row.user_id}, ${row.id}, ${row.date}, ${row.headline}, ${row.overview},
            ${row.day_emoji}, ${JSON.stringify(row.details)}, ${row.whole}, ${row.created_at},
            ${row.updated_at})
    RETURNING *
  `.execute(db);
  return rows[0]!;
}

export async function selectSummaryOf(
  db: Db,
  user_id: string,
  date: string,
): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`
    SELECT * FROM day_summaries WHERE user_id = ${user_id} AND date = ${date}
  `.execute(db);
  return rows[0];
}

/**
 * Prevents other transactions from making the summary of the same day until this transaction ends.
 */
export async function lockDay(db: Db, user_id: string, date: string): Promise<void> {
  await lockByName(db, `day ${user_id} ${date}`);
}

export async function updateSummary(db: Db, row: DayRow): Promise<DayRow> {
  const { rows } = await sql<DayRow>`
    UPDATE day_summaries SET
      headline = ${row.headline}, overview = ${row.overview}, day_emoji = ${row.day_emoji},
      details = ${JSON.stringify(row.details)}, whole = ${row.whole},
      updated_at = ${row.updated_at}
    WHERE user_id = ${row.user_id} AND id = ${row.id}
    RETURNING *
  `.execute(db);
  return rows[0]!;
}

export async function deleteSummaryOf(db: Db, user_id: string, date: string): Promise<void> {
  await sql`DELETE FROM day_summaries WHERE user_id = ${user_id} AND date = ${date}`.execute(db);
}
