import { sql } from 'kysely';
import { together } from '../../engines/voices/print.ts';
import type { VoicePrint } from '../../engines/voices/print.ts';
import type { Db } from '../../storage/database.ts';
import { columnsOf, voicePrintOf } from './speech-profiles.sql.ts';
import type { PrintColumns } from './speech-profiles.sql.ts';

export interface SegmentPrint {
  segment_id: string;
  print: VoicePrint;
}

interface Place {
  user_id: string;
  conversation_id: string;
}

/** Stores the voiceprints of segments; skips segments that are not stored. */
export async function upsertSegmentPrints(
  db: Db,
  { user_id, conversation_id }: Place,
  prints: readonly SegmentPrint[],
): Promise<void> {
  if (prints.length === 0) return;
  await db
    .insertInto('segment_prints')
    .values(
      prints.map(({ segment_id, print }) => ({
        user_id,
        conversation_id,
        segment_id,
        ...columnsOf(print),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'conversation_id', 'segment_id']).doUpdateSet((row) => ({
        model: row.ref('excluded.model'),
        print_seconds: row.ref('excluded.print_seconds'),
        statistics: row.ref('excluded.statistics'),
      })),
    )
    .execute();
}

export async function selectSegmentPrints(
  db: Db,
  { user_id, conversation_id }: Place,
  model: string,
): Promise<SegmentPrint[]> {
  const rows = await db
    .selectFrom('segment_prints')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .where('model', '=', model)
    .execute();
  return rows.map(({ segment_id, ...row }) => ({ segment_id, print: voicePrintOf(row) }));
}

/** Returns, for each speaker, the sum of the voiceprints of all segments. */
export async function sumOfSegments(
  db: Db,
  { user_id, conversation_id }: Place,
  speakers: readonly number[],
): Promise<{ speaker_id: number; print: VoicePrint }[]> {
  const { rows } = await sql<PrintColumns & { speaker_id: number }>`
    SELECT s.speaker_id, p.model, p.print_seconds, p.statistics
    FROM segment_prints AS p JOIN segments AS s
      ON s.user_id = p.user_id AND s.conversation_id = p.conversation_id AND s.id = p.segment_id
    WHERE p.user_id = ${user_id} AND p.conversation_id = ${conversation_id}
      AND s.speaker_id = ANY (${speakers}::int[])
  `.execute(db);
  const newest = rows.at(-1)?.model;
  const prints = Map.groupBy(
    rows.filter(({ model }) => model === newest),
    ({ speaker_id }) => speaker_id,
  );
  return [...prints].map(([speaker_id, its]) => ({
    speaker_id,
    print: together(its.map((row) => voicePrintOf(row)))!,
  }));
}

/**
 * Returns the speakers so far, with the seconds of speech from which their voiceprints were made.
 */
export async function selectHeardSpeakers(
  db: Db,
  { user_id, conversation_id }: Place,
): Promise<{ speaker_id: number; person_id: string | null; seconds: number }[]> {
  const { rows } = await sql<{ speaker_id: number; person_id: string | null; seconds: number }>`
    SELECT s.speaker_id, min(s.person_id::text) AS person_id,
      coalesce(sum(p.print_seconds), 0) AS seconds
    FROM segments AS s LEFT JOIN segment_prints AS p
      ON p.user_id = s.user_id AND p.conversation_id = s.conversation_id AND p.segment_id = s.id
    WHERE s.user_id = ${user_id} AND s.conversation_id = ${conversation_id}
    GROUP BY s.speaker_id ORDER BY s.speaker_id
  `.execute(db);
  return rows;
}

/** Deletes the voiceprints of segments that were split or merged, because they no longer match. */
export async function deleteSegmentPrints(
  db: Db,
  { user_id, conversation_id }: Place,
  ids: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM segment_prints WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND segment_id = ANY (${ids}::uuid[])
  `.execute(db);
}

/** Moves the voiceprints of a merged conversation to the resulting conversation. */
export async function moveSegmentPrints(
  db: Db,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    UPDATE segment_prints AS p SET conversation_id = ${to}
    WHERE p.user_id = ${user_id} AND p.conversation_id = ${from} AND EXISTS (
      SELECT FROM segments AS s
      WHERE s.user_id = p.user_id AND s.conversation_id = ${to} AND s.id = p.segment_id)
  `.execute(db);
}
