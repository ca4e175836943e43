import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { VANISHED_SECONDS } from '../../../storage/waiting/rows.ts';
import type { Abandoned, ConversationRow } from '../conversations.sql.ts';
import type { StoredGap } from '../../transcripts/gap.ts';

/**
 * Marks a conversation as waiting for words, if it is live or already waits. A conversation without
 * a start then starts at `since`.
 */
export async function updateAwaited(
  db: Db,
  user_id: string,
  { id, since, now }: { id: string; since: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations SET words_pending = true, started_at = coalesce(started_at, ${since}),
      words_since = ${now}, words_expected_at = ${now}
    WHERE user_id = ${user_id} AND id = ${id} AND (status = 'in_progress' OR words_pending)
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Locks the conversation until the transaction ends. */
export async function lockConversation(
  db: Db,
  user_id: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(db);
  return rows[0];
}

export async function updateGaps(
  db: Db,
  user_id: string,
  id: string,
  change: {
    gaps: readonly StoredGap[];
    words_pending: boolean;
    /** The wall-clock time of second 0, for a conversation that has none. */
    started_at?: Date;
    finished_at?: Date;
    now: Date;
  },
): Promise<void> {
  const { started_at = null, finished_at = null } = change;
  await sql`
    UPDATE conversations SET gaps = ${JSON.stringify(change.gaps)}::jsonb,
      words_pending = ${change.words_pending}, updated_at = ${change.now},
      started_at = coalesce(started_at, ${started_at}::timestamptz),
      finished_at = greatest(finished_at, ${finished_at}::timestamptz)
    WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
}

/** Returns the second at which the last segment ends. */
export async function selectSpokenSeconds(db: Db, user_id: string, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(max(end_seconds), 0)::float8 AS seconds FROM segments
    WHERE user_id = ${user_id} AND conversation_id = ${id}
  `.execute(db);
  return rows[0]!.seconds;
}

export interface Expected {
  user_id: string;
  id: string;
  /** True when more words have been stored since the last call. */
  moved: boolean;
}

/** Records that this process still holds the sound of these conversations. */
export async function touchExpected(
  db: Db,
  expected: readonly Expected[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE conversations AS c SET words_expected_at = ${now},
      words_since = CASE WHEN e.moved THEN ${now} ELSE c.words_since END
    FROM jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)
      AS e (user_id text, id uuid, moved boolean)
    WHERE c.user_id = e.user_id AND c.id = e.id AND c.words_pending
  `.execute(db);
}

/** Returns ended conversations that have been waiting for their words since before this time. */
export async function selectOverdue(db: Db, before: Date): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    SELECT user_id, id FROM conversations
    WHERE words_pending AND status = 'processing'
      AND coalesce(greatest(words_since, last_heard_at), updated_at) <= ${before}
    LIMIT 100
  `.execute(db);
  return rows;
}

/**
 * Returns conversations that wait for words, although no process has held their sound since this
 * time. Sound of a process that has vanished has not been lost as long as another one may take it over.
 */
export async function selectOrphans(db: Db, before: Date): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    SELECT user_id, id FROM conversations AS c
    WHERE words_pending AND coalesce(words_expected_at, updated_at) <= ${before}
      AND NOT EXISTS (
        SELECT FROM waiting_files AS f LEFT JOIN waiting_holders AS h ON h.id = f.holder
        WHERE f.user_id = c.user_id AND f.kind = 'sound'
          AND (NOT f.is_fetched OR h.seen_at IS NULL OR h.seen_at < now() - make_interval(secs => ${VANISHED_SECONDS})))
    LIMIT 100
  `.execute(db);
  return rows;
}

/** Keeps the name for a process that comes back with its disk after another one heard its sound. */
export async function insertHeardJournal(
  db: Db,
  user_id: string,
  { journal, now }: { journal: string; now: Date },
): Promise<void> {
  await sql`
    WITH old AS (
      DELETE FROM heard_journals
      WHERE user_id = ${user_id} AND heard_at < ${now}::timestamptz - interval '30 days')
    INSERT INTO heard_journals (user_id, journal, heard_at) VALUES (${user_id}, ${journal}, ${now})
    ON CONFLICT DO NOTHING
  `.execute(db);
}

export async function hasHeardJournal(db: Db, user_id: string, journal: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT journal FROM heard_journals WHERE user_id = ${user_id} AND journal = ${journal}
  `.execute(db);
  return rows.length > 0;
}

export async function deleteHeardJournal(db: Db, user_id: string, journal: string): Promise<void> {
  await sql`
    DELETE FROM heard_journals WHERE user_id = ${user_id} AND journal = ${journal}
  `.execute(db);
}

/**
 * Marks sound that waits for another recogniser as lost, because the user no longer wants to keep
 * it.
 */
export async function deleteWaitingSound(db: Db, user_id: string, id: string): Promise<void> {
  await sql`
    UPDATE conversations SET gaps = (
      SELECT jsonb_agg(CASE WHEN gap ->> 'reason' = 'language'
        THEN gap || '{"journal": null, "reason": "lost"}' ELSE gap END ORDER BY place)
      FROM jsonb_array_elements(gaps) WITH ORDINALITY AS g (gap, place))
    WHERE user_id = ${user_id} AND id = ${id} AND gaps @> '[{"reason": "language"}]'
  `.execute(db);
}

/** Returns the conversations with a gap whose sound is in this journal. */
export async function selectGapsOf(db: Db, user_id: string, journal: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE user_id = ${user_id} AND gaps @> ${JSON.stringify([{ journal }])}::jsonb
  `.execute(db);
  return rows.map(({ id }) => id);
}
