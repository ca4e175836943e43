import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { MeetingConversationsTable, MeetingsTable } from '../../storage/tables.ts';
import type { Attendee } from './meeting.ts';

type MeetingRow = Omit<Selectable<MeetingsTable>, 'attendees'> & { attendees: Attendee[] };
export type NewMeeting = Omit<MeetingRow, 'user_id'>;

/** Adds meetings, and changes those that are there already. Returns the number of both. */
export async function upsertMeetings(
  db: Db,
  user_id: string,
  meetings: readonly NewMeeting[],
): Promise<number> {
  const { rows } = await sql`
    INSERT INTO meetings (user_id, id, connection_id, calendar, entry, title, start_at, end_at,
      first_day, last_day, place, attendees, updated_at)
    SELECT ${user_id}, id, connection_id, calendar, entry, title, start_at, end_at, first_day,
      last_day, place, attendees, updated_at
    FROM jsonb_to_recordset(${JSON.stringify(meetings)}::jsonb) AS given (
      id uuid, connection_id uuid, calendar text, entry text, title text, start_at timestamptz,
      end_at timestamptz, first_day text, last_day text, place text, attendees jsonb,
      updated_at timestamptz)
    ON CONFLICT (user_id, id) DO UPDATE SET
      title = excluded.title, start_at = excluded.start_at, end_at = excluded.end_at,
      first_day = excluded.first_day, last_day = excluded.last_day, place = excluded.place,
      attendees = excluded.attendees, updated_at = excluded.updated_at
    WHERE (meetings.title, meetings.start_at, meetings.end_at, meetings.first_day,
        meetings.last_day, meetings.place, meetings.attendees)
      IS DISTINCT FROM (excluded.title, excluded.start_at, excluded.end_at, excluded.first_day,
        excluded.last_day, excluded.place, excluded.attendees)
    RETURNING id
  `.execute(db);
  return rows.length;
}

export interface EntriesOf {
  connection_id: string;
  entries: readonly string[];
  /** Meetings that ended before are history and stay. */
  since: Date;
}

/** Deletes the meetings of these entries, except `kept`. Returns their number. */
export async function deleteMeetings(
  db: Db,
  user_id: string,
  { connection_id, entries, since }: EntriesOf,
  kept: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM meetings
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND entry = ANY (${entries}::text[]) AND end_at > ${since} AND id <> ALL (${kept}::uuid[])
    RETURNING id
  `.execute(db);
  return rows.length;
}

/** Deletes the meetings of calendars that are not among these. Returns their number. */
export async function deleteOtherCalendars(
  db: Db,
  user_id: string,
  { connection_id, calendars }: { connection_id: string; calendars: readonly string[] },
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM meetings
    WHERE user_id = ${user_id} AND connection_id = ${connection_id}
      AND calendar <> ALL (${calendars}::text[])
    RETURNING id
  `.execute(db);
  return rows.length;
}

type WithConversations = MeetingRow & { conversation_ids: string[] };

const CONVERSATIONS = sql`ARRAY(
  SELECT l.conversation_id FROM meeting_conversations AS l
  WHERE l.user_id = m.user_id AND l.meeting_id = m.id ORDER BY l.conversation_id)`;

/** Returns the meetings that end after `from` and begin before `until`, the earliest first. */
export async function selectMeetings(
  db: Db,
  user_id: string,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<WithConversations[]> {
  const { rows } = await sql<WithConversations>`
    SELECT m.*, ${CONVERSATIONS} AS conversation_ids FROM meetings AS m
    WHERE m.user_id = ${user_id} AND m.end_at > ${from} AND m.start_at < ${until}
    ORDER BY m.start_at, m.id LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns the meeting in which a conversation took place. */
export async function selectMeetingOf(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<WithConversations | undefined> {
  const { rows } = await sql<WithConversations>`
    SELECT m.*, ${CONVERSATIONS} AS conversation_ids
    FROM meeting_conversations AS c JOIN meetings AS m
      ON m.user_id = c.user_id AND m.id = c.meeting_id
    WHERE c.user_id = ${user_id} AND c.conversation_id = ${conversation_id}
  `.execute(db);
  return rows[0];
}

export interface Placed {
  id: string;
  is_written: boolean;
  /** The meeting that fits best; null without one. */
  meeting_id: string | null;
  title: string | null;
}

export const MAX_PLACED = 500;

/**
 * The meeting of a conversation `c`: at least half of the conversation is within it, and no other
 * meeting has more of it. Of two equal ones it is the shorter one. Meetings of whole days or
 * without a title name nothing.
 */
const BEST = sql`
  SELECT m.id, m.title
  FROM meetings AS m, LATERAL (
    SELECT coalesce(c.started_at, c.created_at) AS s,
      coalesce(c.finished_at, c.started_at, c.created_at) AS f) AS t,
    LATERAL (SELECT least(m.end_at, t.f) - greatest(m.start_at, t.s) AS shared) AS o
  WHERE m.user_id = c.user_id AND m.first_day IS NULL AND m.title <> ''
    AND m.start_at BETWEEN t.s - interval '1 day' AND t.f AND m.end_at > t.s
    AND o.shared >= (t.f - t.s) / 2
  ORDER BY o.shared DESC, m.end_at - m.start_at, m.start_at, m.id LIMIT 1`;

/** Returns the conversations since a time whose meeting, or the title of it, is not stored yet. */
export async function selectMisplaced(db: Db, user_id: string, since: Date): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    SELECT c.id, 'title' = ANY (c.written) AS is_written, best.id AS meeting_id, best.title
    FROM conversations AS c
    LEFT JOIN meeting_conversations AS l ON l.user_id = c.user_id AND l.conversation_id = c.id
    LEFT JOIN LATERAL (${BEST}) AS best ON true
    WHERE c.user_id = ${user_id} AND c.status IN ('completed', 'failed') AND NOT c.discarded
      AND coalesce(c.started_at, c.created_at) >= ${since}
      AND (best.id IS DISTINCT FROM l.meeting_id OR best.title IS DISTINCT FROM l.title)
    ORDER BY c.id DESC LIMIT ${MAX_PLACED}
  `.execute(db);
  return rows;
}

export async function selectBest(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT best.* FROM conversations AS c, LATERAL (${BEST}) AS best
    WHERE c.user_id = ${user_id} AND c.id = ${conversation_id}
  `.execute(db);
  return rows[0];
}

/** Does nothing when the meeting is deleted at the same moment. */
export async function upsertMeetingLink(
  db: Db,
  link: Selectable<MeetingConversationsTable>,
): Promise<void> {
  await sql`
    INSERT INTO meeting_conversations (user_id, conversation_id, meeting_id, title)
    SELECT user_id, ${link.conversation_id}, id, ${link.title} FROM meetings
    WHERE user_id = ${link.user_id} AND id = ${link.meeting_id} FOR KEY SHARE
    ON CONFLICT (user_id, conversation_id) DO UPDATE
      SET meeting_id = excluded.meeting_id, title = excluded.title
  `.execute(db);
}

export async function deleteMeetingLink(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<void> {
  await db
    .deleteFrom('meeting_conversations')
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .execute();
}

export interface SaidBefore {
  id: string;
  title: string;
  overview: string;
  started_at: Date;
}

export async function selectMeetingConversations(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<SaidBefore[]> {
  const { rows } = await sql<SaidBefore>`
    SELECT id, title, overview, coalesce(started_at, created_at) AS started_at
    FROM conversations WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
    ORDER BY started_at DESC, id
  `.execute(db);
  return rows;
}

export interface OpenTask {
  id: string;
  description: string;
  due_at: Date | null;
}

export async function selectMeetingTasks(
  db: Db,
  user_id: string,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    SELECT id, description, due_at FROM action_items
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) AND NOT completed
    ORDER BY due_at NULLS LAST, id LIMIT ${limit}
  `.execute(db);
  return rows;
}
