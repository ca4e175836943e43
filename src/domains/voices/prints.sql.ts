import { sql } from 'kysely';
import type { VoicePrint } from '../../engines/voices/print.ts';
import type { Db } from '../../storage/database.ts';
import { sumOfSegments } from './segment-prints.sql.ts';
import { columnsOf, voicePrintOf } from './speech-profiles.sql.ts';
import type { PrintColumns } from './speech-profiles.sql.ts';

/** A person's voiceprints are kept for this many of the newest conversations. */
const MAX_CONVERSATIONS = 5;
/**
 * The maximum number of voiceprints of a user. When there are more, the people whom the user has
 * not met for the longest time lose theirs first.
 */
const MAX_PRINTS = 500;
/**
 * The minimum share of a speaker's seconds that must be assigned to a person before the voice is
 * stored for that person.
 */
const WHOSE_SHARE = 0.8;

export interface SpeakerPrint {
  speaker_id: number;
  print: VoicePrint;
}

interface Place {
  user_id: string;
  conversation_id: string;
}

/**
 * Stores the current voiceprints of the speakers; does nothing when the conversation was deleted.
 */
export async function upsertSpeakerPrints(
  db: Db,
  { user_id, conversation_id }: Place,
  speakers: readonly SpeakerPrint[],
): Promise<void> {
  for (const { speaker_id, print } of speakers) {
    const { model, print_seconds, statistics } = columnsOf(print);
    await sql`
      INSERT INTO speaker_prints
        (user_id, conversation_id, speaker_id, model, print_seconds, statistics)
      SELECT user_id, id, ${speaker_id}::int, ${model}, ${print_seconds}::float8, ${statistics}::bytea
      FROM conversations WHERE user_id = ${user_id} AND id = ${conversation_id}
      ON CONFLICT (user_id, conversation_id, speaker_id) DO UPDATE SET
        model = excluded.model, print_seconds = excluded.print_seconds,
        statistics = excluded.statistics
    `.execute(db);
  }
}

export async function deleteSpeakerPrints(
  db: Db,
  { user_id, conversation_id }: Place,
  speakers: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM speaker_prints WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND speaker_id = ANY (${speakers}::int[])
  `.execute(db);
}

/** Returns the voiceprints of people from this model, each with its person. */
export async function selectPeoplePrints(
  db: Db,
  user_id: string,
  model: string,
): Promise<{ person_id: string; person_name: string; print: VoicePrint }[]> {
  const { rows } = await sql<PrintColumns & { person_id: string; person_name: string }>`
    SELECT pp.person_id, p.name AS person_name, pp.model, pp.print_seconds, pp.statistics
    FROM person_prints AS pp JOIN people AS p ON p.user_id = pp.user_id AND p.id = pp.person_id
    WHERE pp.user_id = ${user_id} AND pp.model = ${model}
    ORDER BY pp.created_at DESC LIMIT ${MAX_PRINTS}
  `.execute(db);
  return rows.map(({ person_id, person_name, ...row }) => ({
    person_id,
    person_name,
    print: voicePrintOf(row),
  }));
}

/**
 * Returns, for each person, the seconds of speech from which their voiceprints were made, for all
 * models together.
 */
export async function selectKnownSeconds(
  db: Db,
  user_id: string,
  people: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ person_id: string; seconds: number }>`
    SELECT person_id, sum(print_seconds) AS seconds FROM person_prints
    WHERE user_id = ${user_id} AND person_id = ANY (${people}::uuid[]) GROUP BY person_id
  `.execute(db);
  return new Map(rows.map(({ person_id, seconds }) => [person_id, seconds]));
}

/**
 * Updates the voiceprints of people after an assignment. A speaker's voice belongs to the person to
 * whom nearly all of the speaker's words are assigned, and to nobody else.
 */
export async function learnVoices(
  db: Db,
  { user_id, conversation_id }: Place,
  { speakers, now }: { speakers: readonly number[]; now: Date },
): Promise<void> {
  const place = { user_id, conversation_id };
  await upsertSpeakerPrints(db, place, await sumOfSegments(db, place, speakers));
  await sql`
    WITH spoken AS (
      SELECT speaker_id, person_id, sum(end_seconds - start_seconds) AS seconds,
        sum(sum(end_seconds - start_seconds)) OVER (PARTITION BY speaker_id) AS total
      FROM segments
      WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
        AND speaker_id = ANY (${speakers}::int[])
      GROUP BY speaker_id, person_id
    ), whose AS (
      SELECT speaker_id, person_id FROM spoken
      WHERE person_id IS NOT NULL AND seconds >= ${WHOSE_SHARE}::float8 * total
    ), not_theirs AS (
      DELETE FROM person_prints AS p
      WHERE p.user_id = ${user_id} AND p.conversation_id = ${conversation_id}
        AND p.speaker_id = ANY (${speakers}::int[])
        AND NOT EXISTS (
          SELECT FROM whose AS w WHERE w.speaker_id = p.speaker_id AND w.person_id = p.person_id)
    )
    INSERT INTO person_prints (user_id, person_id, conversation_id, speaker_id, model,
      print_seconds, statistics, created_at)
    SELECT s.user_id, w.person_id, s.conversation_id, s.speaker_id, s.model, s.print_seconds,
      s.statistics, ${now}
    FROM whose AS w JOIN speaker_prints AS s ON s.speaker_id = w.speaker_id
    WHERE s.user_id = ${user_id} AND s.conversation_id = ${conversation_id}
    ON CONFLICT (user_id, person_id, conversation_id, speaker_id) DO UPDATE SET
      model = excluded.model, print_seconds = excluded.print_seconds,
      statistics = excluded.statistics
  `.execute(db);
  await sql`
    DELETE FROM person_prints AS p USING (
      SELECT person_id, conversation_id, speaker_id,
        row_number() OVER (PARTITION BY person_id ORDER BY created_at DESC) AS place
      FROM person_prints WHERE user_id = ${user_id}
    ) AS ranked
    WHERE p.user_id = ${user_id} AND ranked.place > ${MAX_CONVERSATIONS}
      AND p.person_id = ranked.person_id AND p.conversation_id = ranked.conversation_id
      AND p.speaker_id = ranked.speaker_id
  `.execute(db);
}

/**
 * Moves the voiceprints of a merged conversation to the resulting conversation, with new speaker
 * numbers.
 */
export async function movePrints(
  db: Db,
  user_id: string,
  { from, to, shift }: { from: string; to: string; shift: number },
): Promise<void> {
  const change = sql`SET conversation_id = ${to}, speaker_id = speaker_id + ${shift}::int
    WHERE user_id = ${user_id} AND conversation_id = ${from}`;
  await sql`UPDATE speaker_prints ${change}`.execute(db);
  await sql`UPDATE person_prints ${change}`.execute(db);
}

/** Gives one person's voiceprints to another. */
export async function givePrints(
  db: Db,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    UPDATE person_prints AS p SET person_id = ${to}
    WHERE p.user_id = ${user_id} AND p.person_id = ${from} AND NOT EXISTS (
      SELECT FROM person_prints AS o WHERE o.user_id = p.user_id AND o.person_id = ${to}
        AND o.conversation_id = p.conversation_id AND o.speaker_id = p.speaker_id)
  `.execute(db);
}

/** Deletes the voiceprints of people that came from a conversation. */
export async function deleteVoicesOf(
  db: Db,
  { user_id, conversation_id }: Place,
  person_id?: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('person_prints')
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .$if(person_id !== undefined, (which) => which.where('person_id', '=', person_id!))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
