import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { FOLDER_NAME } from '../conversations/filing.ts';
import type { FiledConversation } from '../conversations/filing.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import type { ListQuery } from '../queries/filters/filters.ts';
import type { Status } from '../conversations/conversation.ts';

export async function selectConversationsById(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<FiledConversation[]> {
  const { rows } = await sql<FiledConversation>`
    SELECT *, ${FOLDER_NAME} AS folder_name FROM conversations
    WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows;
}

export interface ConversationFilter {
  limit: number;
  offset: number;
  statuses: readonly Status[];
  include_discarded: boolean;
  sources: readonly string[] | null;
  categories: readonly string[] | null;
  /** Points in time; the end is exclusive. */
  from: Date | null;
  until: Date | null;
}

/** Returns a page of a list. */
export async function selectConversations(
  db: Db,
  user_id: string,
  list: ListQuery,
  filter: ConversationFilter,
): Promise<FiledConversation[]> {
  const { rows } = await sql<FiledConversation>`
    SELECT *, ${FOLDER_NAME} AS folder_name ${list.sortKey} FROM conversations
    WHERE user_id = ${user_id} AND ${matching(filter)} ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${filter.limit} OFFSET ${filter.offset}
  `.execute(db);
  return rows;
}

export async function countConversations(
  db: Db,
  user_id: string,
  where: ListQuery['where'],
  filter: Omit<ConversationFilter, 'limit' | 'offset'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM conversations
    WHERE user_id = ${user_id} AND ${matching(filter)} ${where}
  `.execute(db);
  return rows[0]!.count;
}

function matching(filter: Omit<ConversationFilter, 'limit' | 'offset'>) {
  return sql`status = ANY (${filter.statuses})
      AND (${filter.include_discarded} OR NOT discarded)
      AND (${filter.sources}::text[] IS NULL OR source = ANY (${filter.sources}))
      AND (${filter.categories}::text[] IS NULL OR category = ANY (${filter.categories}))
      AND (${filter.from}::timestamptz IS NULL OR coalesce(started_at, created_at) >= ${filter.from})
      AND (${filter.until}::timestamptz IS NULL OR coalesce(started_at, created_at) < ${filter.until})`;
}

/** Returns a conversation that its user has shared. This is the only query without a user id. */
export async function selectShared(db: Db, id: string): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT * FROM conversations
    WHERE id = ${id} AND visibility IN ('shared', 'public') AND status = 'completed'
  `.execute(db);
  return rows[0];
}
