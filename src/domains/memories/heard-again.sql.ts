import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../storage/database.ts';

/** Stores in which later conversations a known fact was said again. */

/** The hearings that a memory keeps. */
const MAX_HEARINGS = 50;

interface Hearing {
  conversation_id: string;
  segment_id: string | null;
  rule: string;
  at: Date;
  words: string;
}

/**
 * Counts that a conversation told a known fact again, once for each conversation, and keeps its words.
 * A fact that is told of an earlier time is true since that time.
 */
export async function hearAgain(
  db: Db,
  { user_id, which, told, updated_at }: HeardFact,
): Promise<void> {
  const { conversation_id, at } = told;
  const hearing = JSON.stringify([told]);
  const ofConversation = JSON.stringify([{ conversation_id }]);
  const memory = 'id' in which ? sql`id = ${which.id}` : sql`content_key = ${which.content_key}`;
  await sql`
    UPDATE memories SET
      times_heard = times_heard + (NOT heard_again @> ${ofConversation}::jsonb)::integer,
      heard_again = ${withoutConversation(conversation_id, MAX_HEARINGS - 1)} || ${hearing}::jsonb,
      since = CASE WHEN ${at}::timestamptz < coalesce(since, created_at) THEN ${at}::timestamptz ELSE since END,
      last_heard_at = greatest(last_heard_at, ${at}::timestamptz), updated_at = ${updated_at}
    WHERE user_id = ${user_id} AND ${memory} AND user_review IS DISTINCT FROM false
      AND conversation_id IS DISTINCT FROM ${conversation_id}::uuid AND NOT heard_again @> ${hearing}::jsonb
  `.execute(db);
}

interface HeardFact {
  user_id: string;
  which: { id: string } | { content_key: Buffer };
  told: Hearing;
  updated_at: Date;
}

/** The newest hearings of other conversations. */
const withoutConversation = (conversation_id: string, limit: number): RawBuilder<unknown> => sql`(
  SELECT coalesce(jsonb_agg(hearing ORDER BY place), '[]') FROM (
    SELECT hearing, place FROM jsonb_array_elements(heard_again) WITH ORDINALITY AS kept (hearing, place)
    WHERE hearing ->> 'conversation_id' <> ${conversation_id} ORDER BY place DESC LIMIT ${limit}
  ) AS others)`;

/** Removes the words of a conversation that is deleted, or gives them to the one into which it is merged. */
export async function moveHearings(
  db: Db,
  user_id: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  const moved = to
    ? sql`replace(heard_again::text, ${from}::text, ${to}::text)::jsonb`
    : withoutConversation(from, MAX_HEARINGS);
  await sql`
    UPDATE memories SET heard_again = ${moved}
    WHERE user_id = ${user_id} AND heard_again @> ${JSON.stringify([{ conversation_id: from }])}::jsonb
  `.execute(db);
}

/** Words of later conversations from which facts come, or which closed facts. */
export interface LaterWords {
  conversation_id: string;
  segment_id: string;
  at: Date;
}

/** Returns where later conversations told facts or closed them, the earliest first. */
export async function selectLaterWords(
  db: Db,
  user_id: string,
  { after, limit }: { after: Date; limit: number },
): Promise<LaterWords[]> {
  const { rows } = await sql<LaterWords>`
    SELECT conversation_id, segment_id, min(at) AS at FROM (
      SELECT conversation_id, segment_id, since AS at FROM memories
      WHERE user_id = ${user_id} AND since > ${after}::timestamptz
        AND user_review IS DISTINCT FROM false
      UNION ALL
      SELECT (closed_by ->> 'conversation_id')::uuid, (closed_by ->> 'segment_id')::uuid,
        (closed_by ->> 'at')::timestamptz
      FROM memories WHERE user_id = ${user_id} AND closed_by IS NOT NULL AND until > ${after}::timestamptz
    ) AS said
    WHERE conversation_id IS NOT NULL AND segment_id IS NOT NULL
    GROUP BY conversation_id, segment_id ORDER BY at, segment_id LIMIT ${limit}
  `.execute(db);
  return rows;
}
