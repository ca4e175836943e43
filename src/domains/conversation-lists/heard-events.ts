import { sql } from 'kysely';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';

/** A future or past event, and the conversation that mentioned it. */
export interface HeardEvent {
  title: string;
  description: string;
  at: Date;
  conversation: { id: string; title: string; overview: string; created_at: string; at: Date };
}

/** A limit above the number of events that a search considers. */
const MAX = 2_000;

/** Returns events of conversations that were worth keeping, the latest first. */
export async function eventsHeard(context: Context): Promise<HeardEvent[]> {
  const { rows } = await sql<{
    event: { title: string; description: string; start: string };
    id: string;
    title: string;
    overview: string;
    created_at: Date;
    at: Date;
  }>`
    SELECT event, id, title, overview, created_at, coalesce(started_at, created_at) AS at
    FROM conversations, jsonb_array_elements(events) AS heard (event)
    WHERE user_id = ${userOf(context)} AND events <> '[]' AND status = 'completed' AND NOT discarded
    ORDER BY event ->> 'start' DESC LIMIT ${MAX}
  `.execute(context.db);
  return rows.map(({ event: { title, description, start }, created_at, ...conversation }) => ({
    title,
    description: description ?? '',
    at: new Date(start),
    conversation: { ...conversation, created_at: created_at.toISOString() },
  }));
}
