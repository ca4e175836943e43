import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { CalendarEntriesTable } from '../../../storage/tables.ts';

type EntryRow = Selectable<CalendarEntriesTable>;
/** A connection of a user. */
export type EntryKey = Pick<EntryRow, 'user_id' | 'connection_id'>;

const tagsOf = (tags: ReadonlyMap<string, string>): string =>
  JSON.stringify(Array.from(tags, ([href, etag]) => ({ href, etag })));

/** Notes entries that must be read, unless they were read with the same tag. */
export async function noteEntries(
  db: Db,
  { user_id, connection_id, calendar }: EntryKey & { calendar: string },
  tags: ReadonlyMap<string, string>,
  { readsAgain }: { readsAgain: boolean },
): Promise<void> {
  await sql`
    INSERT INTO calendar_entries (user_id, connection_id, calendar, href, etag, is_pending)
    SELECT ${user_id}, ${connection_id}, ${calendar}, href, etag, true
    FROM jsonb_to_recordset(${tagsOf(tags)}::jsonb) AS given (href text, etag text)
    ON CONFLICT (user_id, connection_id, href) DO UPDATE
      SET etag = excluded.etag, calendar = excluded.calendar, is_pending = true
    WHERE calendar_entries.etag <> excluded.etag OR (${readsAgain} AND calendar_entries.repeats)
  `.execute(db);
}

/** Forgets the entries of a calendar that are not listed. Returns their paths. */
export async function forgetUnlisted(
  db: Db,
  { user_id, connection_id, calendar }: EntryKey & { calendar: string },
  listed: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ href: string }>`
    DELETE FROM calendar_entries AS e
    WHERE e.user_id = ${user_id} AND e.connection_id = ${connection_id}
      AND e.calendar = ${calendar}
      AND NOT EXISTS (SELECT FROM unnest(${listed}::text[]) AS l (href) WHERE l.href = e.href)
    RETURNING e.href
  `.execute(db);
  return rows.map(({ href }) => href);
}

export async function forgetEntries(
  db: Db,
  { user_id, connection_id }: EntryKey,
  hrefs: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM calendar_entries
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND href = ANY (${hrefs}::text[])
  `.execute(db);
}

export async function forgetOtherCalendars(
  db: Db,
  { user_id, connection_id }: EntryKey,
  kept: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM calendar_entries
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND calendar <> ALL (${kept}::text[])
  `.execute(db);
}

export type PendingEntry = Pick<EntryRow, 'href' | 'calendar' | 'problem'>;

/** Returns entries of one calendar that must be read. */
export async function selectPending(
  db: Db,
  { user_id, connection_id }: EntryKey,
  limit: number,
): Promise<PendingEntry[]> {
  const { rows } = await sql<PendingEntry>`
    SELECT href, calendar, problem FROM calendar_entries
    WHERE user_id = ${user_id} AND connection_id = ${connection_id} AND is_pending
      AND calendar = (
        SELECT min(calendar) FROM calendar_entries
        WHERE user_id = ${user_id} AND connection_id = ${connection_id} AND is_pending)
    ORDER BY href LIMIT ${limit}
  `.execute(db);
  return rows;
}

export type ReadMark = Pick<EntryRow, 'href' | 'repeats' | 'problem'> & {
  /** Null when the entry could not be read at all. */
  etag: string | null;
};

export async function markRead(
  db: Db,
  { user_id, connection_id }: EntryKey,
  marks: readonly ReadMark[],
): Promise<void> {
  await sql`
    UPDATE calendar_entries AS e SET is_pending = false, repeats = given.repeats,
      problem = given.problem, etag = coalesce(given.etag, e.etag)
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      AS given (href text, etag text, repeats boolean, problem text)
    WHERE e.user_id = ${user_id} AND e.connection_id = ${connection_id} AND e.href = given.href
  `.execute(db);
}
