import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BetterRecogniser } from '../../../engines/models/better-recogniser.ts';
import type { Db } from '../../../storage/database.ts';
import { MERGED, TRANSCRIPT } from '../../conversations/written-fields.ts';

export type WhenToRun = 'at_night' | 'now';

/** The parts that can make an old conversation better. */
export interface Renewers {
  /** The name of the language model; null without one. */
  writer: string | null;
  /** Null when no recogniser hears worse than the one in use. */
  better: BetterRecogniser | null;
}

export interface Renewable {
  id: string;
  is_to_hear: boolean;
  is_by_rules: boolean;
}

interface RenewalRow {
  user_id: string;
  when_to_run: WhenToRun;
  requested_at: Date;
  last_id: string | null;
}

const SETTLED = sql`(status = 'completed' AND NOT discarded)`;

/** The conversations that the rules understood, except those that were discarded. */
const BY_RULES = sql<boolean>`(${SETTLED} AND understood_by = 'rules')`;

/**
 * The conversations with kept sound that only lesser recognisers heard, except those with a change
 * of the user in the transcript. Without a language model, the rules would replace its titles.
 */
function heardByLesser({ writer, better }: Renewers): RawBuilder<boolean> {
  if (better === null) return sql`false`;
  const { lesser, name } = better;
  const ofConversation = (alias: string) =>
    sql.raw(
      `${alias}.user_id = conversations.user_id AND ${alias}.conversation_id = conversations.id`,
    );
  return sql`(${SETTLED} AND visibility = 'private' AND gaps = '[]'
    AND NOT written && ARRAY[${TRANSCRIPT}, ${MERGED}]::text[]
    AND NOT coalesce(external_data ? 'merged_from', false)
    AND (${writer !== null} OR understood_by = 'rules')
    AND ${isKnownLanguage(better)}
    AND EXISTS (SELECT FROM audio_files AS a WHERE ${ofConversation('a')})
    AND EXISTS (
      SELECT FROM segments AS s WHERE ${ofConversation('s')}
        AND s.stt_provider = ANY (${lesser}::text[]))
    AND NOT EXISTS (
      SELECT FROM segments AS s WHERE ${ofConversation('s')}
        AND (s.person_id IS NOT NULL OR s.translations <> '[]' OR s.stt_provider <> ALL (${[...lesser, name]}::text[])
          OR (s.stt_provider IS NOT NULL AND s.words = '[]'))))`;
}

function isKnownLanguage({ languages }: BetterRecogniser): RawBuilder<boolean> {
  if (languages === 'any') return sql`language IS NOT NULL`;
  return sql`(split_part(language, '-', 1) = ANY (${languages}::text[])
    OR (language = 'multi' AND ${languages.length > 1}))`;
}

/** Counts the conversations that may be heard or understood anew, each up to `limit`. */
export async function countRenewable(
  db: Db,
  user_id: string,
  { renewers, ...rest }: { renewers: Renewers; after: string | null; limit: number },
): Promise<{ by_rules: number; to_hear: number }> {
  return {
    by_rules: await count(db, user_id, { ...rest, which: BY_RULES }),
    to_hear: await count(db, user_id, { ...rest, which: heardByLesser(renewers) }),
  };
}

async function count(
  db: Db,
  user_id: string,
  { which, after, limit }: { which: RawBuilder<boolean>; after: string | null; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM conversations
      WHERE user_id = ${user_id} AND ${which} AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      LIMIT ${limit}
    ) AS found
  `.execute(db);
  return rows[0]!.count;
}

/** Returns whether kept sound of the conversation may replace its words. */
export async function mayBeHeardAnew(
  db: Db,
  { user_id, id, better, writer }: Renewers & { user_id: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM conversations
    WHERE user_id = ${user_id} AND id = ${id} AND ${heardByLesser({ better, writer })}
  `.execute(db);
  return rows.length > 0;
}

export async function selectRenewal(db: Db, user_id: string): Promise<RenewalRow | undefined> {
  return db
    .selectFrom('renewals')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst() as Promise<RenewalRow | undefined>;
}

/** A repeated request begins anew with the oldest conversation. */
export async function storeRenewal(db: Db, row: Omit<RenewalRow, 'last_id'>): Promise<void> {
  await sql`
    INSERT INTO renewals (user_id, when_to_run, requested_at)
    VALUES (${row.user_id}, ${row.when_to_run}, ${row.requested_at})
    ON CONFLICT (user_id) DO UPDATE SET when_to_run = excluded.when_to_run,
      requested_at = excluded.requested_at, last_id = NULL
  `.execute(db);
}

export async function deleteRenewal(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('renewals').where('user_id', '=', user_id).execute();
}

/**
 * Returns the users with a renewal, with their time zones, the earliest request first. Leaves out
 * accounts that are held.
 */
export async function selectUsersToRenew(
  db: Db,
): Promise<{ user_id: string; when_to_run: WhenToRun; timezone: string }[]> {
  const { rows } = await sql<{ user_id: string; when_to_run: WhenToRun; timezone: string }>`
    SELECT r.user_id, r.when_to_run, u.timezone
    FROM renewals r JOIN users u ON u.id = r.user_id
    WHERE u.readiness = 'ready'
    ORDER BY r.requested_at
  `.execute(db);
  return rows;
}

/**
 * Returns the next conversation of a user; null when none is left. The oldest comes first, so that
 * a later fact replaces an earlier one as it did when they were told. Locks the renewal until the end
 * of the transaction. Returns undefined while another process holds it, while a conversation of the
 * user is processed, and when the renewal has ended.
 */
export async function lockNext(
  db: Db,
  user_id: string,
  renewers: Renewers,
): Promise<Renewable | null | undefined> {
  const { rows } = await sql<{ last_id: string | null }>`
    SELECT last_id FROM renewals r
    WHERE user_id = ${user_id} AND NOT EXISTS (
      SELECT FROM conversations WHERE user_id = ${user_id} AND status = 'processing')
    FOR UPDATE SKIP LOCKED
  `.execute(db);
  const [renewal] = rows;
  if (!renewal) return undefined;
  const isToHear = heardByLesser(renewers);
  const isByRules = renewers.writer === null ? sql<boolean>`false` : BY_RULES;
  const { rows: found } = await sql<Renewable>`
    SELECT id, ${isToHear} AS is_to_hear, ${isByRules} AS is_by_rules FROM conversations
    WHERE user_id = ${user_id} AND (${isToHear} OR ${isByRules})
      AND (${renewal.last_id}::uuid IS NULL OR id > ${renewal.last_id}::uuid)
    ORDER BY id LIMIT 1
  `.execute(db);
  return found[0] ?? null;
}

export async function noteBegun(db: Db, user_id: string, last_id: string): Promise<void> {
  await db.updateTable('renewals').set({ last_id }).where('user_id', '=', user_id).execute();
}
