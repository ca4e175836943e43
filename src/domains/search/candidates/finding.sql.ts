import { sql } from 'kysely';
import { Unavailable } from '../../../core/errors.ts';
import type { SearchFilter, TimeSpan } from '../../../core/search.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { CandidateIndex } from './candidates.sql.ts';

/** A statement that takes longer is ended: the search is refused, or waits for the index in memory. */
const TIMEOUT_MS = 5_000;
const QUERY_CANCELED = '57014';

/** Runs statements that read an index by its words and that end in time. */
export async function readWords<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const reading = transaction(db, async (tx) => {
    // PostgreSQL cannot know how rare a word is, and a scan of all windows never pays.
    await sql`
      SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
        set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
        set_config('jit', 'off', true)
    `.execute(tx);
    return work(tx);
  });
  return reading.catch((error: { code?: string }) => {
    if (error.code !== QUERY_CANCELED) throw error;
    throw new Unavailable('The search took too long. Try again with rarer words.', {
      cause: error,
    });
  });
}

/**
 * Counts the windows and the groups that match each query. Counting ends at `most` windows. The
 * words begin with the number of the index, so they are those of the user.
 */
export async function countMatches(
  db: Db,
  { user_id }: CandidateIndex,
  { queries, most }: { queries: readonly string[]; most: number },
): Promise<{ windows: number; groups: number }[]> {
  const { rows } = await sql<{ n: number; windows: number; groups: number }>`
    SELECT n::int AS n, count(*)::int AS windows,
      count(DISTINCT group_id) FILTER (WHERE place >= 0)::int AS groups
    FROM unnest(${queries}::text[]) WITH ORDINALITY AS q (query, n)
    CROSS JOIN LATERAL (
      SELECT group_id, place FROM candidate_windows
      WHERE user_id = ${user_id} AND words @@ query::tsquery LIMIT ${most}
    ) AS found
    GROUP BY n
  `.execute(db);
  const found = new Map(rows.map(({ n, ...counts }) => [n - 1, counts]));
  return queries.map((_, n) => found.get(n) ?? { windows: 0, groups: 0 });
}

export interface CandidateWindow {
  id: string;
  place: number;
}

/**
 * Returns the windows with the highest sum of weights, the newest first of equal ones. Like the
 * ranker, it prefers short texts. Each query of `from` contributes at most its `most` windows.
 */
export async function selectBestWindows(
  db: Db,
  index: CandidateIndex,
  {
    from,
    weights,
    labels,
    filter,
    limit,
    average,
  }: {
    from: readonly { query: string; most: number }[];
    weights: readonly { query: string; weight: number }[];
    /** The labels that a window must have, as text of the type `tsquery`; null when any will do. */
    labels: string | null;
    filter: SearchFilter;
    limit: number;
    /** The average number of terms in a window. */
    average: number;
  },
): Promise<CandidateWindow[]> {
  const queries = from.map(({ query }) => (labels ? `(${query}) & ${labels}` : query));
  const { rows } = await sql<CandidateWindow>`
    WITH weights AS MATERIALIZED (
      SELECT query::tsquery AS query, weight
      FROM unnest(${weights.map(({ query }) => query)}::text[],
        ${weights.map(({ weight }) => weight)}::float8[]) AS w (query, weight)
    ),
    hits AS (
      SELECT DISTINCT ON (group_id, place) found.*
      FROM unnest(${queries}::text[], ${from.map(({ most }) => most)}::int[]) AS q (query, most)
      CROSS JOIN LATERAL (
        SELECT group_id, place, at, terms, words FROM candidate_windows
        WHERE user_id = ${index.user_id} AND words @@ query::tsquery AND ${passes(filter)}
        LIMIT most
      ) AS found
    )
    SELECT group_id AS id, place FROM hits
    ORDER BY (SELECT sum(weight) FROM weights WHERE words @@ query)
      / (1.5 + 0.3 * terms / ${average}::float8) DESC NULLS LAST, at DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

const passes = ({ from, until, ids }: SearchFilter) => sql`
  (${from}::timestamptz IS NULL OR at >= ${from})
  AND (${until}::timestamptz IS NULL OR at < ${until})
  AND (${ids ?? null}::uuid[] IS NULL OR group_id = ANY (${ids ?? null}::uuid[]))`;

/** Returns the groups of these times, the newest first. */
export async function selectGroupsAt(
  db: Db,
  { user_id, kind }: CandidateIndex,
  { times, limit }: { times: readonly TimeSpan[]; limit: number },
): Promise<string[]> {
  const at = kind === 'conversations' ? sql`coalesce(started_at, created_at)` : sql`created_at`;
  const isThen = times.map(
    (span) => sql`(${at} >= ${new Date(span.from)} AND ${at} < ${new Date(span.until)})`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(kind)} WHERE user_id = ${user_id} AND (${sql.join(isThen, sql` OR `)})
    ORDER BY ${at} DESC LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the number of terms in each of these groups. */
export async function selectLengths(
  db: Db,
  { user_id, number }: CandidateIndex,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; terms: number }>`
    SELECT group_id AS id, sum(terms)::int AS terms FROM candidate_windows
    WHERE user_id = ${user_id} AND index_number = ${number} AND group_id = ANY (${ids}::uuid[])
    GROUP BY group_id
  `.execute(db);
  return new Map(rows.map(({ id, terms }) => [id, terms]));
}
