import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { keptRows } from '../../kit/kept-rows.ts';
import type { Db } from '../../storage/database.ts';
import type { GoalHistoryTable, GoalsTable } from '../../storage/tables.ts';
import { GOAL_ID } from './goal.ts';
import type { ListQuery } from '../queries/filters/filters.ts';

export type GoalRow = Selectable<GoalsTable>;
export type GoalChange = Partial<Omit<GoalRow, 'user_id' | 'id' | 'goal_type' | 'created_at'>>;
export type GoalDayRow = Selectable<GoalHistoryTable>;

/** Returns a page of a list. */
export async function selectGoals(
  db: Db,
  user_id: string,
  list: ListQuery,
  page: { limit: number; offset: number; include_inactive: boolean },
): Promise<GoalRow[]> {
  const { rows } = await sql<GoalRow>`
    SELECT * ${list.sortKey} FROM goals
    WHERE user_id = ${user_id}
      AND (${page.include_inactive} OR status NOT IN ('achieved', 'abandoned'))
      ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${page.limit} OFFSET ${page.offset}
  `.execute(db);
  return rows;
}

export async function selectGoal(
  db: Db,
  user_id: string,
  id: string,
): Promise<GoalRow | undefined> {
  const { rows } = await sql<GoalRow>`
    SELECT * FROM goals WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

/** Locks the goal until the transaction ends. */
export async function lockGoal(db: Db, user_id: string, id: string): Promise<GoalRow | undefined> {
  const { rows } = await sql<GoalRow>`
    SELECT * FROM goals WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(db);
  return rows[0];
}

export async function insertGoal(db: Db, row: GoalRow): Promise<void> {
  await db.insertInto('goals').values(row).execute();
}

export async function updateGoalRow(
  db: Db,
  user_id: string,
  id: string,
  change: GoalChange,
): Promise<GoalRow> {
  return db
    .updateTable('goals')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteGoalRow(db: Db, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM goals WHERE user_id = ${user_id} AND id = ${id} RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Stores the value of a day; a later value of the same day replaces it. */
export async function upsertGoalDay(db: Db, row: GoalDayRow): Promise<void> {
  await db
    .insertInto('goal_history')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'goal_id', 'date'])
        .doUpdateSet({ value: row.value, recorded_at: row.recorded_at }),
    )
    .execute();
}

/** Returns the days from `date` on, newest first. */
export async function selectGoalDays(
  db: Db,
  user_id: string,
  goal_id: string,
  date: string,
): Promise<GoalDayRow[]> {
  const { rows } = await sql<GoalDayRow>`
    SELECT * FROM goal_history
    WHERE user_id = ${user_id} AND goal_id = ${goal_id} AND date >= ${date}
    ORDER BY date DESC
  `.execute(db);
  return rows;
}

/** For the log of what assistants did, which can undo it. */
export const keptGoals = keptRows('goals', { insert: sql`INSERT INTO goals`, isId: GOAL_ID });
