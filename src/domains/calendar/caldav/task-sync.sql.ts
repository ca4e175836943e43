import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { CalendarTasksTable } from '../../../storage/tables.ts';
import type { CalendarTask } from '../icalendar.ts';
import type { EntryKey } from './caldav.sql.ts';

/** A task as both sides had it last. */
export interface Agreed {
  title: string;
  /** A day, or a time in UTC. */
  due: string | null;
  completed: boolean;
}

type Link = Omit<Selectable<CalendarTasksTable>, 'agreed' | 'is_gone'> & { agreed: Agreed };
/** A task that was written into the list; null when it was deleted here. */
export type LinkedTask = Link & { task: CalendarTask | null };

const COLUMNS = sql.raw('id, description, due_at, completed, completed_at, created_at, updated_at');

/** Returns the tasks that are in the list. */
export async function selectLinks(
  db: Db,
  { user_id, connection_id }: EntryKey,
): Promise<LinkedTask[]> {
  const { rows } = await sql<Link & { [Field in keyof CalendarTask]: CalendarTask[Field] | null }>`
    SELECT l.user_id, l.connection_id, l.task_id, l.href, l.etag, l.agreed, t.*
    FROM calendar_tasks AS l
    LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM action_items AS t
      WHERE t.user_id = l.user_id AND t.id = l.task_id) AS t ON true
    WHERE l.user_id = ${user_id} AND l.connection_id = ${connection_id} AND NOT l.is_gone
    ORDER BY l.task_id
  `.execute(db);
  return rows.map(({ task_id, href, etag, agreed, ...task }) => ({
    user_id,
    connection_id,
    task_id,
    href,
    etag,
    agreed,
    task: task.id === null ? null : (task as CalendarTask),
  }));
}

/** Returns open tasks that were never in the list. */
export async function selectUnlinked(
  db: Db,
  { user_id, connection_id }: EntryKey,
  limit: number,
): Promise<CalendarTask[]> {
  const { rows } = await sql<CalendarTask>`
    SELECT ${COLUMNS} FROM action_items AS t
    WHERE t.user_id = ${user_id} AND NOT t.completed AND NOT EXISTS (
      SELECT FROM calendar_tasks AS l
      WHERE l.user_id = t.user_id AND l.connection_id = ${connection_id} AND l.task_id = t.id)
    ORDER BY t.id LIMIT ${limit}
  `.execute(db);
  return rows;
}

export async function upsertLink(db: Db, { agreed, ...link }: Link): Promise<void> {
  const { user_id, connection_id, task_id, ...rest } = link;
  const change = { ...rest, agreed: JSON.stringify(agreed) };
  await db
    .insertInto('calendar_tasks')
    .values({ user_id, connection_id, task_id, ...change })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'connection_id', 'task_id']).doUpdateSet(change),
    )
    .execute();
}

type LinkKey = Pick<Link, 'user_id' | 'connection_id' | 'task_id'>;

export async function deleteLink(db: Db, link: LinkKey): Promise<void> {
  await sql`
    DELETE FROM calendar_tasks
    WHERE user_id = ${link.user_id} AND connection_id = ${link.connection_id}
      AND task_id = ${link.task_id}
  `.execute(db);
}

export async function markLinkGone(db: Db, link: LinkKey): Promise<void> {
  await sql`
    UPDATE calendar_tasks SET is_gone = true
    WHERE user_id = ${link.user_id} AND connection_id = ${link.connection_id}
      AND task_id = ${link.task_id}
  `.execute(db);
}

/** Marks the tasks that were deleted in the list, and those that are there again. */
export async function markGone(
  db: Db,
  { user_id, connection_id }: EntryKey,
  listed: readonly string[],
): Promise<void> {
  await sql`
    UPDATE calendar_tasks SET is_gone = NOT is_gone
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND is_gone = (href = ANY (${listed}::text[]))
  `.execute(db);
}

/** Forgets what was written into another list. It stays there as it is. */
export async function forgetOtherLists(
  db: Db,
  { user_id, connection_id }: EntryKey,
  path: string,
): Promise<void> {
  await sql`
    DELETE FROM calendar_tasks
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND NOT starts_with(href, ${path})
  `.execute(db);
}
