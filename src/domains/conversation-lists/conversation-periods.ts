import { sql } from 'kysely';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { ConversationRow } from '../conversations/conversations.ts';

/** A conversation without its transcript, for views of a day or another period. */
export type ConversationInBrief = Pick<
  ConversationRow,
  'id' | 'title' | 'overview' | 'emoji' | 'events' | 'starred' | 'geolocation' | 'finished_at'
> & {
  status: 'processing' | 'completed';
  /** The time at which the conversation begins. */
  at: Date;
  /** True when the conversation was already processed once, even while it is processed again. */
  understood: boolean;
};

/** A limit above the number of conversations of any day. */
const MAX = 1_000;

/**
 * Returns the conversations of a period that are worth keeping, in the order of time. Includes
 * conversations that are not processed yet.
 */
export async function conversationsBetween(
  context: Context,
  { from, until }: { from: Date; until: Date },
): Promise<ConversationInBrief[]> {
  const { rows } = await sql<ConversationInBrief>`
    SELECT id, status, title, overview, emoji, events, starred, geolocation, finished_at,
           coalesce(started_at, created_at) AS at, understood_by IS NOT NULL AS understood
    FROM conversations
    WHERE user_id = ${userOf(context)} AND status IN ('completed', 'processing') AND NOT discarded
      AND coalesce(started_at, created_at) >= ${from}
      AND coalesce(started_at, created_at) < ${until}
    ORDER BY coalesce(started_at, created_at), id
    LIMIT ${MAX}
  `.execute(context.db);
  return rows;
}

/** Counts the categories of conversations that were worth keeping, the most frequent first. */
export async function categoriesOfConversations(
  context: Context,
): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    SELECT category, count(*)::int4 AS count FROM conversations
    WHERE user_id = ${userOf(context)} AND status = 'completed' AND NOT discarded
    GROUP BY category ORDER BY count DESC, category
  `.execute(context.db);
  return rows;
}
