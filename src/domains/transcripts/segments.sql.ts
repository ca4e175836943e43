import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { SegmentRow, Speech } from './named-segments.sql.ts';

export async function countSegments(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM segments
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
  `.execute(db);
  return rows[0]!.count;
}

/** Returns, for each of these segments, its position in its conversation. */
export async function selectPlaces(
  db: Db,
  user_id: string,
  { conversation_ids, ids }: { conversation_ids: readonly string[]; ids: readonly string[] },
): Promise<{ conversation_id: string; id: string; place: number }[]> {
  const { rows } = await sql<{ conversation_id: string; id: string; place: number }>`
    SELECT s.conversation_id, s.id, (
      SELECT count(*)::int4 FROM segments AS b
      WHERE b.user_id = s.user_id AND b.conversation_id = s.conversation_id
        AND (b.start_seconds, b.id) < (s.start_seconds, s.id)
    ) AS place
    FROM segments AS s
    WHERE s.user_id = ${user_id} AND s.conversation_id = ANY (${conversation_ids}::uuid[])
      AND s.id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** Counts the conversations in which each person was heard. */
export async function countVoices(
  db: Db,
  user_id: string,
): Promise<{ person_id: string; conversation_count: number }[]> {
  const { rows } = await sql<{ person_id: string; conversation_count: number }>`
    SELECT person_id, count(*)::int4 AS conversation_count FROM (
      SELECT DISTINCT person_id, conversation_id FROM segments
      WHERE user_id = ${user_id} AND person_id IS NOT NULL
    ) AS heard GROUP BY person_id
  `.execute(db);
  return rows;
}

/**
 * Writes new and grown segments. The statement `live` changes the conversation and returns its id.
 * If `live` returns no row, nothing is written and the result is null. Otherwise returns the stored
 * speaker of each segment: an assigned person is kept, and a deleted person becomes null.
 */
export async function upsertSegments(
  db: Db,
  segments: readonly SegmentRow[],
  live: RawBuilder<unknown>,
): Promise<Map<string, Speech> | null> {
  const { rows } = await sql<Speech & { id: string }>`
    WITH live AS (${live}), written AS (
      INSERT INTO segments (user_id, conversation_id, id, text, speaker_id, is_user, person_id,
        start_seconds, end_seconds, confidence, words, stt_provider, voice_checked,
        voice_verdict)
      SELECT r.user_id, r.conversation_id, r.id, r.text, r.speaker_id, r.is_user, p.id,
        r.start_seconds, r.end_seconds, r.confidence, r.words, r.stt_provider, r.voice_checked,
        r.voice_verdict
      FROM live
        CROSS JOIN jsonb_populate_recordset(NULL::segments, ${JSON.stringify(segments)}) AS r
        LEFT JOIN people AS p ON p.user_id = r.user_id AND p.id = r.person_id
      ON CONFLICT (user_id, conversation_id, id) DO UPDATE SET
        text = excluded.text, start_seconds = excluded.start_seconds,
        end_seconds = excluded.end_seconds,
        confidence = excluded.confidence, words = excluded.words,
        voice_checked = segments.voice_checked OR excluded.voice_checked
      RETURNING user_id, id, is_user, person_id
    )
    SELECT w.id, w.is_user, w.person_id, p.name AS person_name
    FROM live LEFT JOIN written AS w ON true
      LEFT JOIN people AS p ON p.user_id = w.user_id AND p.id = w.person_id
  `.execute(db);
  if (rows.length === 0) return null;
  return new Map(rows.map(({ id, ...speech }) => [id, speech]));
}

export async function insertWholeSegments(db: Db, rows: readonly SegmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO segments
    SELECT * FROM jsonb_populate_recordset(NULL::segments, ${JSON.stringify(rows)})
  `.execute(db);
}

export async function updateSegmentText(
  db: Db,
  { user_id, conversation_id, id }: { user_id: string; conversation_id: string; id: string },
  text: string,
): Promise<boolean> {
  // The text has changed, so the times of the individual words are outdated.
  const { rows } = await sql`
    UPDATE segments SET text = ${text}, words = '[]', confidence = NULL, translations = '[]'
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id} AND id = ${id}
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Writes segments in which some words were replaced. Their translations are outdated. */
export async function updateWords(db: Db, rows: readonly SegmentRow[]): Promise<void> {
  await sql`
    UPDATE segments AS s
    SET text = r.text, words = r.words, confidence = r.confidence, translations = '[]'
    FROM jsonb_populate_recordset(NULL::segments, ${JSON.stringify(rows)}) AS r
    WHERE s.user_id = r.user_id AND s.conversation_id = r.conversation_id AND s.id = r.id
  `.execute(db);
}

export interface SegmentTranslation {
  conversation_id: string;
  id: string;
  /** The translated text. A segment is skipped if its text has changed in the meantime. */
  text: string;
  lang: string;
  translation: string;
}

/** Returns the ids of the changed segments. */
export async function updateTranslations(
  db: Db,
  user_id: string,
  translations: readonly SegmentTranslation[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE segments AS s SET translations = (
      SELECT coalesce(jsonb_agg(each), '[]') FROM jsonb_array_elements(s.translations) AS each
      WHERE each ->> 'lang' <> t.lang
    ) || jsonb_build_object('lang', t.lang, 'text', t.translation)
    FROM jsonb_to_recordset(${JSON.stringify(translations)}::jsonb)
      AS t (conversation_id uuid, id uuid, text text, lang text, translation text)
    WHERE s.user_id = ${user_id} AND s.conversation_id = t.conversation_id AND s.id = t.id
      AND s.text = t.text
    RETURNING s.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function updateSegmentSpeaker(
  db: Db,
  { user_id, conversation_id, ids }: { user_id: string; conversation_id: string; ids: string[] },
  { is_user, person_id, byHand }: Pick<SegmentRow, 'is_user' | 'person_id'> & { byHand: boolean },
): Promise<void> {
  await sql`
    UPDATE segments SET is_user = ${is_user}, person_id = ${person_id},
      voice_verdict = CASE WHEN ${byHand}::boolean THEN NULL ELSE voice_verdict END
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND id = ANY (${ids}::uuid[])
  `.execute(db);
}

export async function insertSegments(
  db: Db,
  user_id: string,
  conversation_id: string,
  segments: readonly Pick<
    SegmentRow,
    'id' | 'text' | 'speaker_id' | 'is_user' | 'person_id' | 'start_seconds' | 'end_seconds'
  >[],
): Promise<void> {
  const unknown = {
    confidence: null,
    words: [],
    stt_provider: null,
    translations: [],
    voice_checked: false,
    voice_verdict: null,
  };
  const rows = segments.map((segment) => ({ ...unknown, ...segment, user_id, conversation_id }));
  await insertWholeSegments(db, rows);
}

/**
 * Changes the speaker number of segments, together with their person. What the user changes has no
 * verdict of the voice check any more.
 */
export async function updateSpeakerNumber(
  db: Db,
  { user_id, conversation_id, ids }: { user_id: string; conversation_id: string; ids: string[] },
  {
    speaker_id,
    is_user,
    person_id,
    byHand,
  }: Pick<SegmentRow, 'speaker_id' | 'is_user' | 'person_id'> & { byHand: boolean },
): Promise<void> {
  await sql`
    UPDATE segments
    SET speaker_id = ${speaker_id}, is_user = ${is_user}, person_id = ${person_id},
      voice_verdict = CASE WHEN ${byHand}::boolean THEN NULL ELSE voice_verdict END
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND id = ANY (${ids}::uuid[])
  `.execute(db);
}

/** Writes segments that were split or merged. */
export async function updatePieces(db: Db, rows: readonly SegmentRow[]): Promise<void> {
  await sql`
    UPDATE segments AS s SET text = r.text, words = r.words, confidence = r.confidence,
      start_seconds = r.start_seconds, end_seconds = r.end_seconds, voice_checked = r.voice_checked
    FROM jsonb_populate_recordset(NULL::segments, ${JSON.stringify(rows)}) AS r
    WHERE s.user_id = r.user_id AND s.conversation_id = r.conversation_id AND s.id = r.id
  `.execute(db);
}

export async function deleteSegments(
  db: Db,
  { user_id, conversation_id }: Pick<SegmentRow, 'user_id' | 'conversation_id'>,
  ids: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM segments WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND id = ANY (${ids}::uuid[])
  `.execute(db);
}

/** Moves all times of a transcript. Returns the ids of its segments. */
export async function moveSegments(
  db: Db,
  { user_id, conversation_id }: Pick<SegmentRow, 'user_id' | 'conversation_id'>,
  seconds: number,
): Promise<string[]> {
  const moved = (second: RawBuilder<unknown>) =>
    sql`round((${second})::numeric + ${seconds}::numeric, 3)`;
  const { rows } = await sql<{ id: string }>`
    UPDATE segments SET
      start_seconds = ${moved(sql`start_seconds`)}, end_seconds = ${moved(sql`end_seconds`)},
      words = (
        SELECT coalesce(jsonb_agg(each || jsonb_build_object(
          'start', ${moved(sql`each ->> 'start'`)}, 'end', ${moved(sql`each ->> 'end'`)})
          ORDER BY place), '[]')
        FROM jsonb_array_elements(words) WITH ORDINALITY AS w (each, place))
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
    RETURNING id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Assigns all segments of one person to another. */
export async function giveSegments(
  db: Db,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('segments')
    .set({ person_id: to })
    .where('user_id', '=', user_id)
    .where('person_id', '=', from)
    .execute();
}
