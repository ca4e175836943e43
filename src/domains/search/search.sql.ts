import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Searchable } from '../queries/search-shapes.ts';
import type { Db } from '../../storage/database.ts';

export interface SearchPlace {
  user_id: string;
  kind: Searchable;
}

/** One text of a group, ordered by group and then by position in the group. */
export interface TextRow {
  group_id: string;
  at: Date;
  labels: string[];
  id: string;
  text: string;
  speaker_name: string | null;
  speaker_labels: string[] | null;
  /** The number of the text in its group, without the text about the whole group; for conversations. */
  place?: number;
}

/** Returns the number of segments of each conversation with segments. */
export async function countSegmentsOfAll(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT conversation_id AS id, count(*)::int AS count FROM segments
    WHERE user_id = ${user_id} AND conversation_id = ANY (${ids}::uuid[])
    GROUP BY conversation_id
  `.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns the texts of these groups, without groups that are deleted or hidden from search. */
export async function selectTexts(
  db: Db,
  { user_id, kind }: SearchPlace,
  ids: readonly string[],
): Promise<TextRow[]> {
  const { rows } = await TEXTS[kind](user_id, sql`g.id = ANY (${ids}::uuid[])`).execute(db);
  return rows;
}

/**
 * Returns the texts of the groups after the given one, ordered by id, for kinds whose groups have
 * one text each. Skips groups that are hidden from search.
 */
export async function selectTextsAfter(
  db: Db,
  { user_id, kind }: SearchPlace & { kind: Exclude<Searchable, 'conversations'> },
  { after, limit }: { after: string | null; limit: number },
): Promise<TextRow[]> {
  const isAfter = after === null ? sql`true` : sql`g.id > ${after}::uuid`;
  const { rows } = await sql<TextRow>`
    ${TEXTS[kind](user_id, isAfter)} LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns the user's groups after the given one, ordered by id. */
export async function selectGroupIds(
  db: Db,
  { user_id, kind }: SearchPlace,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(kind)}
    WHERE user_id = ${user_id} AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the texts of these conversations that lie in the given windows of so many turns. */
export async function selectWindowTexts(
  db: Db,
  user_id: string,
  { windows, turns }: { windows: readonly { id: string; place: number }[]; turns: number },
): Promise<TextRow[]> {
  const ids = windows.map(({ id }) => id);
  const places = windows.map(({ place }) => place);
  const isWanted = sql`(text.place < 0 OR (g.id, text.place / ${turns}::int) IN (
    SELECT * FROM unnest(${ids}::uuid[], ${places}::int[])))`;
  const isChosen = sql`g.id = ANY (${[...new Set(ids)]}::uuid[])`;
  const { rows } = await TEXTS.conversations(user_id, isChosen, isWanted).execute(db);
  return rows;
}

/** `isChosen` is a condition on the groups, which have the alias `g`, `isWanted` on their texts. */
type Texts = (
  user_id: string,
  isChosen: RawBuilder<unknown>,
  isWanted?: RawBuilder<unknown>,
) => RawBuilder<TextRow>;

const TEXTS: Record<Searchable, Texts> = {
  memories: (user_id, isChosen) => sql<TextRow>`
    SELECT id AS group_id, created_at AS at, id, content AS text,
      ARRAY['category:' || category] AS labels,
      NULL AS speaker_name, NULL::text[] AS speaker_labels
    FROM memories g
    WHERE user_id = ${user_id} AND ${isChosen} AND user_review IS DISTINCT FROM false
      AND until IS NULL
    ORDER BY id`,
  action_items: (user_id, isChosen) => sql<TextRow>`
    SELECT id AS group_id, created_at AS at, id, description AS text,
      ARRAY[CASE WHEN completed THEN 'completed' ELSE 'open' END] AS labels,
      NULL AS speaker_name, NULL::text[] AS speaker_labels
    FROM action_items g
    WHERE user_id = ${user_id} AND ${isChosen}
    ORDER BY id`,
  // The title and overview form one additional text, which has the id of the conversation.
  conversations: (user_id, isChosen, isWanted = sql`true`) => sql<TextRow>`
    SELECT g.id AS group_id, coalesce(g.started_at, g.created_at) AS at, text.id, text.text,
      ARRAY['status:' || g.status, 'category:' || g.category,
        CASE WHEN g.discarded THEN 'discarded' ELSE 'kept' END,
        'folder:' || coalesce(g.folder_id::text, 'none')] AS labels,
      text.speaker_name, text.speaker_labels, text.place
    FROM conversations g
    JOIN LATERAL (
      SELECT g.id, concat_ws('. ', nullif(g.title, ''), nullif(g.overview, '')) AS text,
        NULL AS speaker_name, NULL::text[] AS speaker_labels, -1::float8 AS start_seconds,
        -1 AS place
      UNION ALL
      SELECT s.id, s.text, CASE WHEN s.is_user THEN u.name ELSE p.name END,
        array_remove(ARRAY['speaker:' || s.speaker_id, CASE WHEN s.is_user THEN 'user' END,
          'person:' || s.person_id], NULL),
        s.start_seconds, row_number() OVER (ORDER BY s.start_seconds, s.id)::int - 1 AS place
      FROM segments s
      JOIN users u ON u.id = s.user_id
      LEFT JOIN people p ON p.user_id = s.user_id AND p.id = s.person_id
      WHERE s.user_id = g.user_id AND s.conversation_id = g.id
    ) AS text ON true
    WHERE g.user_id = ${user_id} AND ${isChosen} AND g.status <> 'in_progress' AND ${isWanted}
    ORDER BY g.id, text.start_seconds, text.id`,
};
