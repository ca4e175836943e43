import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AskedRecord } from './asking/asked-names.ts';
import type { Db } from '../../storage/database.ts';
import { linksOfConversations, linksOfRecords } from './filters/links.ts';
import type { Searchable } from './search-shapes.ts';

/** A search only considers so many records of a restriction, the newest. */
const MAX_RECORDS = 20_000;
const MAX_NAMES = 2_000;

/** A record with the time at which it was said. */
export interface SaidRow {
  id: string;
  at: Date;
  /** Only of tasks. */
  due_at: Date | null;
}

export interface Restriction {
  /** The end is exclusive. */
  from: Date | null;
  until: Date | null;
  /** A record must be with one person of each list. */
  with: readonly (readonly AskedRecord[])[];
  folder_ids: readonly string[] | null;
}

type Column = RawBuilder<unknown>;

interface Source {
  rows: Column;
  at: Column;
  due: Column;
  /** The text that may name a person. */
  text: Column;
  links: typeof linksOfRecords | typeof linksOfConversations;
}

const ofRecords = (table: 'memories' | 'action_items') => sql`
  (SELECT r.*, c.started_at AS talk_at FROM ${sql.table(table)} r
    LEFT JOIN conversations c ON c.user_id = r.user_id AND c.id = r.conversation_id) r`;

/** A conversation that still runs, failed or was not worth keeping is in no search. */
const SOURCES: Record<Searchable, Source> = {
  conversations: {
    rows: sql`(SELECT * FROM conversations WHERE status = 'completed' AND NOT discarded) r`,
    at: sql`coalesce(started_at, created_at)`,
    due: sql`NULL::timestamptz`,
    text: sql`concat_ws(' ', title, overview)`,
    links: linksOfConversations,
  },
  memories: {
    rows: sql`(SELECT * FROM ${ofRecords('memories')}
      WHERE user_review IS DISTINCT FROM false AND until IS NULL) r`,
    at: sql`coalesce(last_heard_at, talk_at, created_at)`,
    due: sql`NULL::timestamptz`,
    text: sql`content`,
    links: linksOfRecords,
  },
  action_items: {
    rows: ofRecords('action_items'),
    at: sql`coalesce(talk_at, created_at)`,
    due: sql`due_at`,
    text: sql`description`,
    links: linksOfRecords,
  },
};

/** Returns the records that a restriction leaves, the newest first. */
export async function selectRestricted(
  db: Db,
  user_id: string,
  kind: Searchable,
  { from, until, with: people, folder_ids }: Restriction,
): Promise<SaidRow[]> {
  const { rows, at, due, text, links } = SOURCES[kind];
  const isWithin = (time: Column) => sql`
    (${from}::timestamptz IS NULL OR ${time} >= ${from})
    AND (${until}::timestamptz IS NULL OR ${time} < ${until})`;
  const isWith = people.map(
    (named) => sql`AND (${links.person_id(
      named.map(({ id }) => id),
      user_id,
    )}
      OR ${text} ~* ${patternOf(named)})`,
  );
  const isIn = folder_ids === null ? sql`` : sql`AND ${links.folder_id(folder_ids, user_id)}`;
  const isDue = kind === 'action_items' ? sql`OR (due_at IS NOT NULL AND ${isWithin(due)})` : sql``;
  const found = await sql<SaidRow>`
    SELECT id, ${at} AS at, ${due} AS due_at FROM ${rows}
    WHERE user_id = ${user_id} AND ((${isWithin(at)}) ${isDue})
      ${sql.join(isWith, sql` `)} ${isIn}
    ORDER BY ${at} DESC, id LIMIT ${MAX_RECORDS}
  `.execute(db);
  return found.rows;
}

/** Matches the whole name of one of the people, and their first names. */
function patternOf(people: readonly Pick<AskedRecord, 'name'>[]): string {
  const names = people.flatMap(({ name }) => [name, name.split(/\s+/)[0]!]);
  const escaped = names.map((name) => name.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`));
  return String.raw`\m(?:${[...new Set(escaped)].join('|')})\M`;
}

/** Returns when these records were said. */
export async function selectSaid(
  db: Db,
  user_id: string,
  kind: Searchable,
  ids: readonly string[],
): Promise<SaidRow[]> {
  const { rows, at, due } = SOURCES[kind];
  const found = await sql<SaidRow>`
    SELECT id, ${at} AS at, ${due} AS due_at FROM ${rows}
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return found.rows;
}

/** Returns the names of people or folders, for the comparison with a search. */
export async function selectNames(
  db: Db,
  user_id: string,
  table: 'people' | 'folders',
): Promise<AskedRecord[]> {
  const { rows } = await sql<AskedRecord>`
    SELECT id, name FROM ${sql.table(table)} WHERE user_id = ${user_id}
    ORDER BY name, id LIMIT ${MAX_NAMES}
  `.execute(db);
  return rows;
}

/** Returns the next meeting, with the names of its people; only one with one of `named` if there are any. */
export async function selectNextMeeting(
  db: Db,
  user_id: string,
  { now, named }: { now: Date; named: readonly Pick<AskedRecord, 'name'>[] },
): Promise<{ start_at: Date; names: string[] } | undefined> {
  const { rows } = await sql<{ start_at: Date; names: string[] }>`
    SELECT start_at, names FROM (
      SELECT start_at, title, ARRAY(
        SELECT one ->> 'name' FROM jsonb_array_elements(attendees) AS a (one)) AS names
      FROM meetings
      WHERE user_id = ${user_id} AND start_at > ${now} AND first_day IS NULL) AS m
    WHERE ${named.length === 0}
      OR concat_ws(' ', title, array_to_string(names, ' ')) ~* ${patternOf(named)}
    ORDER BY start_at LIMIT 1
  `.execute(db);
  return rows[0];
}
