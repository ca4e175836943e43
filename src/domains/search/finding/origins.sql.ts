import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

/** A memory, a task or an event, with what found it. */
export interface OriginRow {
  kind: 'memory' | 'action_item' | 'event';
  /** Null for an event, which has no id. */
  id: string | null;
  text: string;
  found_by: string | null;
  added_by_hand: boolean;
  conversation_id: string | null;
  segment_id: string | null;
  closed_by: Told | null;
  contradicted_by: Told | null;
  heard_again: (Told & { words: string })[];
}

interface Told {
  conversation_id: string;
  segment_id: string | null;
  rule: string;
  at: string;
}

/**
 * Returns the memory or the task with this id, or everything that was found in the conversation
 * with this id, events included. A rejected memory is returned only for its own id.
 */
export async function selectOrigins(
  db: Db,
  user_id: string,
  { id, kinds }: { id: string; kinds: readonly OriginRow['kind'][] },
): Promise<OriginRow[]> {
  const { rows } = await sql<OriginRow>`
    SELECT * FROM (
      SELECT 'memory' AS kind, id, content AS text, found_by, manually_added AS added_by_hand,
        conversation_id, segment_id, closed_by, contradicted_by, heard_again
      FROM memories WHERE user_id = ${user_id}
        AND (id = ${id} OR (conversation_id = ${id} AND user_review IS DISTINCT FROM false))
      UNION ALL
      SELECT 'action_item', id, description, found_by, heard_as IS NULL, conversation_id, segment_id, NULL, NULL, '[]'
      FROM action_items WHERE user_id = ${user_id} AND (id = ${id} OR conversation_id = ${id})
      UNION ALL
      SELECT 'event', NULL, event ->> 'title', event ->> 'found_by', false, c.id,
        (event ->> 'segment_id')::uuid, NULL, NULL, '[]'
      FROM conversations c, jsonb_array_elements(c.events) event
      WHERE c.user_id = ${user_id} AND c.id = ${id}
    ) origin
    WHERE kind = ANY (${kinds}::text[])
    ORDER BY kind, id
  `.execute(db);
  return rows;
}

/** Returns whether the user has a conversation with this id. */
export async function hasConversation(db: Db, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM conversations WHERE user_id = ${user_id} AND id = ${id}
  `.execute(db);
  return rows.length > 0;
}
