import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

const MAX_ITEMS = 5_000;

export interface CalendarAddress {
  user_id: string;
  token_hash: Buffer;
  created_at: Date;
}

export async function upsertAddress(
  db: Db,
  { user_id, ...address }: CalendarAddress,
): Promise<void> {
  await db
    .insertInto('calendar_addresses')
    .values({ user_id, ...address })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(address))
    .execute();
}

export async function selectAddress(db: Db, user_id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('created_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Returns the user whose address this is. */
export async function selectUserOfAddress(db: Db, token_hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function deleteAddress(db: Db, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_addresses')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface CalendarEvent {
  conversation_id: string;
  title: string;
  description: string;
  start: Date;
  minutes: number;
  /** The first day of an event of whole days, if it was stored: `2026-12-12`. */
  date: string | null;
  updated_at: Date;
}

/** Returns the events of conversations that begin after this time. */
export async function selectEvents(db: Db, user_id: string, after: Date): Promise<CalendarEvent[]> {
  const { rows } = await sql<CalendarEvent>`
    SELECT DISTINCT ON (start, id, title) id AS conversation_id, title, description, start,
      minutes, date, updated_at
    FROM (
      SELECT id, updated_at, event ->> 'title' AS title,
        coalesce(event ->> 'description', '') AS description,
        (event ->> 'start')::timestamptz AS start, event ->> 'date' AS date,
        greatest(1, least(coalesce((event ->> 'duration')::float8, 30), 525600)) AS minutes
      FROM conversations, jsonb_array_elements(events) AS heard (event)
      WHERE user_id = ${user_id} AND events <> '[]' AND status = 'completed' AND NOT discarded
    ) AS found
    WHERE start >= ${after} ORDER BY start, id, title LIMIT ${MAX_ITEMS}
  `.execute(db);
  return rows;
}

export interface CalendarTask {
  id: string;
  description: string;
  due_at: Date | null;
  completed: boolean;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Returns the open tasks, and those that were completed or due after this time. */
export async function selectTasks(db: Db, user_id: string, after: Date): Promise<CalendarTask[]> {
  const { rows } = await sql<CalendarTask>`
    SELECT id, description, due_at, completed, completed_at, created_at, updated_at
    FROM action_items
    WHERE user_id = ${user_id} AND (NOT completed OR coalesce(completed_at, due_at) >= ${after})
    ORDER BY id DESC LIMIT ${MAX_ITEMS}
  `.execute(db);
  return rows;
}
