import { sql } from 'kysely';
import type { z } from 'zod';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { MemoriesTable } from '../../storage/tables.ts';
import { hasExternalId } from '../../kit/external/has-external-id.ts';
import { dismissGone } from '../outcomes/dismissals/dismissals.ts';
import type { ListQuery } from '../queries/filters/filters.ts';
import { contentAt, IS_KEPT, keptVersion, wasTrueAt } from './memory-versions.sql.ts';
import { categoryScore, FoundMemory } from './memory.ts';
import type { Memory, MemoryCategory } from './memory.ts';

type Told = z.input<typeof Memory>['closed_by'];
export type MemoryRow = Omit<
  Selectable<MemoriesTable>,
  'closed_by' | 'contradicted_by' | 'heard_again'
> & {
  closed_by: Told;
  contradicted_by: Told;
  heard_again: z.input<typeof Memory>['heard_again'];
};
/** A row to insert; a column with a default may be left out. */
export type NewMemory = Insertable<MemoriesTable>;

/** Lists read only the fields of an answer, because fewer columns make long lists faster. */
const LISTED = Object.keys(FoundMemory.shape);
/** The columns that a caller may ask for. */
const MORE = {
  external: ['source', 'external_id', 'metadata'],
  origin: ['last_heard_at'],
} as const;
type More = keyof typeof MORE;

export type ListedMemoryRow = Pick<MemoryRow, keyof z.input<typeof FoundMemory>> &
  Partial<Pick<MemoryRow, (typeof MORE)[More][number]>>;

/** True for memories that are neither rejected nor closed. */
export const IS_TRUE = sql<boolean>`(user_review IS DISTINCT FROM false AND until IS NULL)`;

/** Returns a page of a list, without rejected memories; with `closed`, only closed ones. */
export async function selectMemories(
  db: Db,
  user_id: string,
  list: ListQuery,
  page: {
    limit: number;
    offset: number;
    categories: readonly MemoryCategory[] | null;
    closed: boolean;
    /** Returns what was known and true at this time instead, in the words of that time. */
    at?: Date | null;
    include: readonly More[];
  },
): Promise<ListedMemoryRow[]> {
  const { categories, at } = page;
  const columns = sql.raw([...LISTED, ...page.include.flatMap((more) => MORE[more])].join(', '));
  const isListed = at
    ? wasTrueAt(at)
    : sql`user_review IS DISTINCT FROM false AND (until IS NOT NULL) = ${page.closed}::boolean`;
  const then = at ? sql`, ${contentAt(user_id, at)} AS content_then` : sql``;
  const { rows } = await sql<ListedMemoryRow & { content_then?: string }>`
    SELECT ${columns} ${then} ${list.sortKey} FROM memories
    WHERE user_id = ${user_id} AND ${isListed}
      AND (${categories}::text[] IS NULL OR category = ANY (${categories}))
      ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${page.limit} OFFSET ${page.offset}
  `.execute(db);
  return rows.map(({ content_then, ...row }) => ({ ...row, content: content_then ?? row.content }));
}

export async function selectMemory(
  db: Db,
  user_id: string,
  id: string,
): Promise<MemoryRow | undefined> {
  const { rows } = await sql<MemoryRow>`
    SELECT * FROM memories WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows[0];
}

/** Returns the memories with these ids, except rejected and closed ones. */
export async function selectMemoriesById(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    SELECT * FROM memories
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) AND ${IS_TRUE}
  `.execute(db);
  return rows;
}

/** Returns the texts of the memories with these ids, without rejected and closed ones. */
export async function selectContents(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<Pick<MemoryRow, 'id' | 'content'>[]> {
  const { rows } = await sql<Pick<MemoryRow, 'id' | 'content'>>`
    SELECT id, content FROM memories
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) AND ${IS_TRUE}
  `.execute(db);
  return rows;
}

/** Returns the given keys that belong to a memory, including rejected memories. */
export async function selectContentKeys(
  db: Db,
  user_id: string,
  keys: readonly Buffer[],
): Promise<Buffer[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('memories')
    .select('content_key')
    .where('user_id', '=', user_id)
    .where('content_key', 'in', keys)
    .execute();
  return rows.map(({ content_key }) => content_key);
}

/** Returns the memories with these external ids. */
export async function selectMemoriesByExternalId(
  db: Db,
  user_id: string,
  wanted: readonly {
    source?: string | null | undefined;
    external_id?: string | null | undefined;
  }[],
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    SELECT * FROM memories WHERE user_id = ${user_id} AND ${hasExternalId(wanted)}
  `.execute(db);
  return rows;
}

/** The settled contradictions of a memory, after the user has judged the current one. */
const SETTLED = sql<string[]>`CASE WHEN contradicted_by IS NULL THEN settled_contradictions
  ELSE settled_contradictions || (contradicted_by->>'conversation_id')::uuid END`;

/**
 * Marks a known memory as added by hand, opens it again if it was closed, and adds the tags. A
 * single statement ensures that simultaneous requests lose no tags.
 */
export async function affirmMemory(
  db: Db,
  user_id: string,
  id: string,
  { category, visibility, tags, updated_at, ...external }: Affirmation,
): Promise<MemoryRow | undefined> {
  const brought =
    Object.keys(external).length === 0
      ? sql``
      : sql`, source = coalesce(source, ${external.source ?? null}),
          external_id = coalesce(external_id, ${external.external_id ?? null}),
          metadata = coalesce(metadata, '{}') || ${external.metadata ?? '{}'}::jsonb`;
  const version = keptVersion({ user_id, id, changed_at: updated_at, until: null });
  const { rows } = await sql<MemoryRow>`
    WITH former AS (${version.former}), kept AS (${version.kept}), dropped AS (${version.dropped})
    UPDATE memories SET until = NULL, closed_by = NULL, contradicted_by = NULL,
      settled_contradictions = ${SETTLED},
      manually_added = true, reviewed = true, user_review = true, category = ${category},
      visibility = coalesce(${visibility}::text, visibility),
      tags = tags || ARRAY(
        SELECT tag FROM unnest(${tags}::text[]) WITH ORDINALITY AS sent (tag, place)
        WHERE tag <> ALL (tags) ORDER BY place),
      scoring = '01_' || ${categoryScore(category)}::text || right(scoring, 11),
      updated_at = ${updated_at} ${brought}
    WHERE user_id = ${user_id} AND id = ${id} AND ${IS_KEPT}
    RETURNING *
  `.execute(db);
  return rows[0];
}

interface Affirmation extends Pick<MemoryRow, 'category' | 'tags' | 'updated_at'> {
  /** Null leaves the visibility unchanged. */
  visibility: MemoryRow['visibility'] | null;
  source?: string;
  external_id?: string;
  metadata?: string;
}

export async function updateMemoryRow(
  db: Db,
  user_id: string,
  id: string,
  change: Updateable<MemoriesTable> & {
    updated_at: Date;
    content?: string;
    until?: Date | null | undefined;
  },
): Promise<MemoryRow | undefined> {
  const { content, until, updated_at: changed_at } = change;
  const { former, kept, dropped } = keptVersion({ user_id, id, changed_at, content, until });
  return db
    .with('former', () => sql<object>`(${former})`)
    .with('kept', () => sql<object>`(${kept})`)
    .with('dropped', () => sql<object>`(${dropped})`)
    .updateTable('memories')
    .set({ ...change, edited: true, contradicted_by: null, settled_contradictions: SETTLED })
    .$if(until !== undefined, (update) => update.set({ closed_by: null }))
    .$if(change.category !== undefined, (update) =>
      update.set({ scoring: rescored(change.category!) }),
    )
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(IS_KEPT)
    .returningAll()
    .$castTo<MemoryRow>()
    .executeTakeFirst();
}

/** Returns a score that differs from `scoring` only in the boost of the category. */
function rescored(category: MemoryCategory) {
  return sql<string>`left(scoring, 3) || ${categoryScore(category)} || right(scoring, 11)`;
}

export async function updateReview(
  db: Db,
  user_id: string,
  id: string,
  review: Pick<MemoryRow, 'user_review' | 'updated_at'>,
): Promise<MemoryRow | undefined> {
  return db
    .updateTable('memories')
    .set({
      ...review,
      reviewed: review.user_review !== null,
      contradicted_by: null,
      settled_contradictions: SETTLED,
    })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .$castTo<MemoryRow>()
    .executeTakeFirst();
}

/** Returns the memory as it is now, locked until the transaction ends. */
export async function lockMemory(
  db: Db,
  user_id: string,
  id: string,
): Promise<MemoryRow | undefined> {
  const { rows } = await sql<MemoryRow>`
    SELECT * FROM memories WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE
  `.execute(db);
  return rows[0];
}

/** What a judgement of a deleted memory needs. */
type DeletedMemory = Pick<
  MemoryRow,
  'id' | 'content' | 'confidence' | 'conversation_id' | 'segment_id' | 'created_at'
>;

/**
 * Deletes the memories with these ids, or all memories of the user when `ids` is null. Returns the
 * deleted memories. Records the deletion, so that the conversations do not create the
 * facts again.
 */
export async function deleteMemoryRows(
  db: Db,
  user_id: string,
  ids: readonly string[] | null,
): Promise<DeletedMemory[]> {
  const { rows } = await sql<DeletedMemory>`
    WITH gone AS (
      DELETE FROM memories
      WHERE user_id = ${user_id} AND (${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[]))
      RETURNING *
    ), noted AS (${dismissGone('memory')})
    SELECT id, content, confidence, conversation_id, segment_id, created_at FROM gone
  `.execute(db);
  return rows;
}
