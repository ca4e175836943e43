import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { IS_TRUE } from './memories.sql.ts';
import type { MemoryRow, NewMemory } from './memories.sql.ts';
import { IS_KEPT, keptVersion } from './memory-versions.sql.ts';

/** Returns the memories from conversations, except rejected and closed ones, in the order of creation. */
export async function selectMemoriesOfConversations(
  db: Db,
  user_id: string,
  conversationIds: readonly string[],
  limit: number,
): Promise<(Pick<MemoryRow, 'id' | 'content'> & { conversation_id: string })[]> {
  const { rows } = await sql<MemoryRow & { conversation_id: string }>`
    SELECT id, content, conversation_id FROM memories
    WHERE user_id = ${user_id} AND conversation_id = ANY (${conversationIds}::uuid[])
      AND ${IS_TRUE}
    ORDER BY id
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns the category of every memory of a conversation, including rejected memories. */
export async function selectCategoriesOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<MemoryRow['category'][]> {
  const { rows } = await sql<Pick<MemoryRow, 'category'>>`
    SELECT category FROM memories
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
  `.execute(db);
  return rows.map(({ category }) => category);
}

/** Deletes the memories of a conversation, except memories that were also added by hand. */
export async function deleteMemoriesOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM memories
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id} AND NOT manually_added
    RETURNING id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function moveMemoriesOfConversation(
  db: Db,
  user_id: string,
  conversation_id: string,
  to: string | null,
): Promise<void> {
  await sql`
    UPDATE memories SET conversation_id = ${to}, segment_id = NULL
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
  `.execute(db);
}

/**
 * A remembered or rejected fact, which must not be stored again. Lists show the newest memories
 * first.
 */
export interface KnownMemory {
  id: string;
  content: string;
  rejected: boolean;
  /**
   * True when the memory came from a conversation, and was never edited or reviewed by the user.
   */
  untouched: boolean;
  /** True when the fact was told before the time, and is neither rejected nor closed. */
  is_standing: boolean;
  /** True when a conversation closed the fact before the time. It may be told anew. */
  is_over: boolean;
  conversation_id: string | null;
}

const UNTOUCHED = sql<boolean>`(
  NOT manually_added AND NOT edited AND user_review IS NULL AND until IS NULL)`;

/** Returns the ids of those memories that the user never changed. */
export async function selectUntouched(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM memories
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[]) AND ${UNTOUCHED}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Changes the text of an untouched memory. Returns false when no untouched memory has this id, or
 * when another memory already has the new text.
 */
export async function replaceMemory(db: Db, row: NewMemory, old: string): Promise<boolean> {
  const { user_id, content, updated_at: changed_at } = row;
  const version = keptVersion({
    user_id,
    id: old,
    changed_at: new Date(changed_at),
    content,
    only: sql`${UNTOUCHED} AND NOT EXISTS (
      SELECT FROM memories WHERE user_id = ${user_id} AND content_key = ${row.content_key})`,
  });
  const { rows } = await sql`
    WITH former AS (${version.former}), kept AS (${version.kept}), dropped AS (${version.dropped})
    UPDATE memories SET content = ${row.content}, content_key = ${row.content_key},
      conversation_id = ${row.conversation_id}, segment_id = ${row.segment_id}, heard_as = ${row.heard_as},
      updated_at = ${row.updated_at}, found_by = ${row.found_by ?? null},
      confidence = ${row.confidence ?? null},
      since = least(coalesce(since, created_at), ${row.since ?? null}::timestamptz),
      last_heard_at = greatest(last_heard_at, ${row.last_heard_at ?? null}::timestamptz)
    WHERE user_id = ${user_id} AND id = ${old} AND ${IS_KEPT}
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Opens facts again that an earlier conversation closed, because this one tells them anew: "I live
 * in Porto", "I live in Lisbon now", "I live in Porto now".
 */
export async function reopenMemories(
  db: Db,
  user_id: string,
  { keys, told_at, updated_at }: { keys: readonly Buffer[]; told_at: Date; updated_at: Date },
): Promise<void> {
  if (keys.length === 0) return;
  const { rows: closed } = await sql<{ id: string }>`
    SELECT id FROM memories
    WHERE user_id = ${user_id} AND content_key = ANY (${keys}::bytea[])
      AND closed_by IS NOT NULL AND until < ${told_at}::timestamptz
      AND user_review IS DISTINCT FROM false
    ORDER BY id
  `.execute(db);
  for (const { id } of closed) {
    const version = keptVersion({ user_id, id, changed_at: updated_at, until: null });
    await sql`
      WITH former AS (${version.former}), kept AS (${version.kept}), dropped AS (${version.dropped})
      UPDATE memories SET until = NULL, closed_by = NULL, updated_at = ${updated_at}
      WHERE user_id = ${user_id} AND id = ${id} AND ${IS_KEPT}
    `.execute(db);
  }
}

/** What a conversation said about a fact. */
interface Told {
  user_id: string;
  id: string;
  told: { conversation_id: string; segment_id: string; rule: string; at: Date };
  updated_at: Date;
}

/** Closes an untouched memory. Returns false when no untouched memory has this id. */
export async function closeMemory(
  db: Db,
  { user_id, id, told, updated_at }: Told,
): Promise<boolean> {
  const version = keptVersion({
    user_id,
    id,
    changed_at: updated_at,
    until: told.at,
    only: UNTOUCHED,
  });
  const { rows } = await sql`
    WITH former AS (${version.former}), kept AS (${version.kept}), dropped AS (${version.dropped})
    UPDATE memories SET until = ${told.at}::timestamptz, closed_by = ${JSON.stringify(told)}::jsonb,
      updated_at = ${updated_at}
    WHERE user_id = ${user_id} AND id = ${id} AND ${IS_KEPT}
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Notes what was said against an open memory of the user, unless the user has judged it already. */
export async function contradictMemory(
  db: Db,
  { user_id, id, told, updated_at }: Told,
): Promise<void> {
  await sql`
    UPDATE memories SET contradicted_by = ${JSON.stringify(told)}::jsonb, updated_at = ${updated_at}
    WHERE user_id = ${user_id} AND id = ${id} AND ${IS_TRUE}
      AND ${told.conversation_id}::uuid <> ALL (settled_contradictions)
  `.execute(db);
}

export async function selectKnownContents(
  db: Db,
  user_id: string,
  before: Date,
  limit: number,
): Promise<KnownMemory[]> {
  const { rows } = await sql<KnownMemory>`
    SELECT id, content, user_review IS NOT DISTINCT FROM false AS rejected,
           ${UNTOUCHED} AS untouched, conversation_id,
           closed_by IS NOT NULL AND until <= ${before}::timestamptz AS is_over,
           ${IS_TRUE} AND coalesce(last_heard_at, created_at) < ${before}::timestamptz AS is_standing
    FROM memories WHERE user_id = ${user_id}
    -- Rejected memories come first, so that the limit does not drop them.
    ORDER BY (user_review IS NOT DISTINCT FROM false) DESC, created_at DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns the contents that the user rejected, the newest first. */
export async function selectRejectedContents(
  db: Db,
  user_id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM memories WHERE user_id = ${user_id} AND user_review = false
    ORDER BY id DESC LIMIT ${limit}
  `.execute(db);
  return rows.map(({ content }) => content);
}

/** Returns fingerprints of the original texts of memories that the user has edited since. */
export async function selectPrintsOfEdited(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<Buffer[]> {
  const { rows } = await sql<{ heard_as: Buffer }>`
    SELECT heard_as FROM memories
    WHERE user_id = ${user_id} AND conversation_id = ${conversation_id}
      AND edited AND heard_as IS NOT NULL
  `.execute(db);
  return rows.map(({ heard_as }) => heard_as);
}
