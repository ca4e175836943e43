import { sql } from 'kysely';
import { LEXEMES_VERSION } from '../../../engines/search/candidate-words.ts';
import type { Corpus, TextWindow } from '../../../engines/search/candidate-words.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { SearchPlace } from '../search.sql.ts';

/** A candidate index whose texts have all been read. */
export interface CandidateIndex
  extends SearchPlace, Pick<Corpus, 'documents' | 'groups' | 'terms'> {
  number: number;
  mark: number;
  bytes: number;
  common: string[];
  common_documents: number[];
  common_groups: number[];
}

/** The log of changes keeps them for longer, whatever the clocks of the processes say. */
const MAX_AGE = sql`interval '20 days'`;
const IS_USABLE = sql`version = ${LEXEMES_VERSION}
  AND log_name = (SELECT name FROM change_log)
  AND mark IS NOT NULL AND checked_at > now() - ${MAX_AGE}`;

export async function selectIndex(
  db: Db,
  { user_id, kind }: SearchPlace,
): Promise<CandidateIndex | null> {
  const { rows } = await sql<CandidateIndex>`
    SELECT number, user_id, kind, mark::int8, texts AS documents, groups, terms::int8, bytes::int8,
      common, common_documents, common_groups
    FROM candidate_indexes WHERE user_id = ${user_id} AND kind = ${kind} AND ${IS_USABLE}
  `.execute(db);
  return rows[0] ?? null;
}

/** Adds an empty index if there is none. */
export async function addIndex(db: Db, { user_id, kind }: SearchPlace): Promise<void> {
  await sql`
    INSERT INTO candidate_indexes (user_id, kind, version, log_name)
    SELECT id, ${kind}, ${LEXEMES_VERSION}::int, (SELECT name FROM change_log)
    FROM users WHERE id = ${user_id}
    ON CONFLICT (user_id, kind) DO NOTHING
  `.execute(db);
}

export interface IndexWork extends SearchPlace {
  number: number;
  /** Null when all texts have to be read. */
  mark: number | null;
}

/**
 * Claims the index that waits for work: one that is not complete, or whose texts have changed. Null
 * when there is none, or when other processes work on all of them.
 */
export async function claimWork(
  db: Db,
  {
    worker,
    now,
    until,
    place,
  }: { worker: string; now: Date; until: Date; place: SearchPlace | null },
): Promise<IndexWork | null> {
  // An index that was released since `now` had its turn.
  const isFree = place ? sql`worker IS NULL` : sql`claimed_until IS NULL`;
  const isPlace = place
    ? sql`i.user_id = ${place.user_id} AND i.kind = ${place.kind}`
    : sql`NOT (${IS_USABLE}) OR checked_at < now() - interval '1 day' OR EXISTS (
        SELECT FROM changes c
        WHERE c.user_id = i.user_id AND c.kind = i.kind AND c.xid >= i.mark)`;
  const { rows } = await sql<IndexWork>`
    UPDATE candidate_indexes SET worker = ${worker}::uuid, claimed_until = ${until}
    WHERE number = (
      SELECT number FROM candidate_indexes i
      WHERE (${isFree} OR claimed_until < ${now}) AND (${isPlace})
      ORDER BY claimed_until NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING number, user_id, kind, CASE WHEN ${IS_USABLE} THEN mark END::int8 AS mark
  `.execute(db);
  return rows[0] ?? null;
}

/** Extends the claim; returns false when another process has taken the work. */
export async function renewClaim(
  db: Db,
  { number, worker, until }: { number: number; worker: string; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE candidate_indexes SET claimed_until = ${until}
    WHERE number = ${number} AND worker = ${worker}::uuid RETURNING number
  `.execute(db);
  return rows.length > 0;
}

export async function releaseIndexClaim(
  db: Db,
  { number, worker, until }: { number: number; worker: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE candidate_indexes SET worker = NULL, claimed_until = ${until}
    WHERE number = ${number} AND worker = ${worker}::uuid
  `.execute(db);
}

/** Empties an index, in steps, before all texts are read. Returns whether rows may be left. */
export async function deleteSomeWindows(db: Db, number: number, limit: number): Promise<boolean> {
  await sql`UPDATE candidate_indexes SET mark = NULL WHERE number = ${number}`.execute(db);
  const { numAffectedRows } = await sql`
    DELETE FROM candidate_windows WHERE index_number = ${number} AND group_id IN (
      SELECT group_id FROM candidate_windows WHERE index_number = ${number} LIMIT ${limit})
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Replaces the windows of these groups. A group that is deleted at the same moment may keep windows
 * until the next changes are read. Locking it would wait for those who delete many groups, and they
 * for this transaction.
 */
export async function replaceWindows(
  tx: Tx,
  { number, user_id, kind }: IndexWork,
  { ids, windows }: { ids: readonly string[]; windows: readonly TextWindow[] },
): Promise<void> {
  await sql`
    DELETE FROM candidate_windows
    WHERE user_id = ${user_id} AND index_number = ${number} AND group_id = ANY (${ids}::uuid[])
  `.execute(tx);
  if (windows.length === 0) return;
  const column = <Name extends keyof TextWindow>(name: Name) => windows.map((row) => row[name]);
  await sql`
    INSERT INTO candidate_windows
      (user_id, index_number, group_id, place, at, texts, terms, bytes, words)
    SELECT ${user_id}, ${number}::int, w.group_id, w.place, to_timestamp(w.at / 1000), w.texts,
      w.terms, w.bytes, w.words::tsvector
    FROM unnest(${column('group')}::uuid[], ${column('place')}::int[], ${column('at')}::float8[],
      ${column('texts')}::int[], ${column('terms')}::int[], ${column('bytes')}::int[],
      ${column('words')}::text[]) AS w (group_id, place, at, texts, terms, bytes, words)
    JOIN ${sql.table(kind)} AS g ON g.id = w.group_id AND g.user_id = ${user_id}
  `.execute(tx);
}

/** Marks the index as complete up to a transaction, after `changed` groups were replaced. */
export async function moveMark(
  tx: Tx,
  { number, mark, changed }: { number: number; mark: number; changed: number },
): Promise<{ uncounted: number; groups: number }> {
  const { rows } = await sql<{ uncounted: number; groups: number }>`
    UPDATE candidate_indexes SET mark = ${mark}, checked_at = now(), version = ${LEXEMES_VERSION},
      log_name = (SELECT name FROM change_log), uncounted = uncounted + ${changed}
    WHERE number = ${number} RETURNING uncounted, groups
  `.execute(tx);
  return rows[0] ?? { uncounted: 0, groups: 0 };
}

/** Every group has one window about the whole of it. */
export async function countTotals(db: Db, number: number): Promise<void> {
  await sql`
    UPDATE candidate_indexes i SET texts = w.texts, groups = w.groups, terms = w.terms,
      bytes = w.bytes, uncounted = 0
    FROM (
      SELECT count(*) FILTER (WHERE place < 0) AS groups, coalesce(sum(texts), 0) AS texts,
        coalesce(sum(terms), 0) AS terms, coalesce(sum(bytes), 0) AS bytes
      FROM candidate_windows WHERE index_number = ${number}
    ) w
    WHERE number = ${number}
  `.execute(db);
}

export async function storeCommon(
  db: Db,
  number: number,
  common: readonly { term: string; documents: number; groups: number }[],
): Promise<void> {
  await sql`
    UPDATE candidate_indexes SET common = ${common.map(({ term }) => term)}::text[],
      common_documents = ${common.map(({ documents }) => documents)}::int[],
      common_groups = ${common.map(({ groups }) => groups)}::int[]
    WHERE number = ${number}
  `.execute(db);
}
