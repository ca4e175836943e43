import { sql } from 'kysely';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { ConversationRow } from '../conversations/conversations.ts';

/** A conversation without its transcript, as whoever looks at a stretch of time needs it. */
export type ConversationInBrief = Pick<
  ConversationRow,
  'id' | 'title' | 'overview' | 'emoji' | 'events' | 'starred' | 'geolocation' | 'finished_at'
> & {
  status: 'processing' | 'completed';
  /** When it began. */
  at: Date;
  /** It was, even if it is being understood anew. */
  understood: boolean;
};

/** Nobody has more in a day. */
const MAX = 1_000;

/** What began in a stretch of time and is worth keeping, in its order; also what is not yet understood. */
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

/** What conversations are about, the most frequent first: those that were worth keeping. */
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
