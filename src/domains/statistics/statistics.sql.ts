import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface DayFigures {
  date: string;
  conversations: number;
  minutes: number;
  words: number;
  tasks_due: number;
}

/** A period of days: its start and end as instants, and the time zone in which its days begin. */
export interface StatisticsPeriod {
  from: Date;
  until: Date;
  timezone: string;
}

/** Returns the days of a period with conversations or due tasks. */
export async function selectCalendar(
  db: Db,
  user_id: string,
  { from, until, timezone }: StatisticsPeriod,
): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    WITH said AS (
      SELECT (coalesce(c.started_at, c.created_at) AT TIME ZONE ${timezone})::date AS date, c.id,
        extract(epoch FROM c.finished_at - c.started_at)::float8 AS seconds
      FROM conversations c
      WHERE c.user_id = ${user_id} AND c.status = 'completed' AND NOT c.discarded
        AND coalesce(c.started_at, c.created_at) >= ${from}
        AND coalesce(c.started_at, c.created_at) < ${until}
    ), talk AS (
      SELECT said.date, count(*)::int AS conversations,
        coalesce(sum(greatest(said.seconds, 0)), 0) / 60 AS minutes,
        coalesce(sum(w.words), 0)::int AS words
      FROM said LEFT JOIN LATERAL (
        SELECT sum(length(s.text) - length(replace(s.text, ' ', '')) + 1) AS words
        FROM segments s WHERE s.user_id = ${user_id} AND s.conversation_id = said.id
      ) AS w ON true
      GROUP BY said.date
    ), due AS (
      SELECT (due_at AT TIME ZONE ${timezone})::date AS date, count(*)::int AS tasks
      FROM action_items
      WHERE user_id = ${user_id} AND NOT completed AND due_at >= ${from} AND due_at < ${until}
      GROUP BY 1
    )
    SELECT date::text, coalesce(talk.conversations, 0) AS conversations,
      round(coalesce(talk.minutes, 0)::numeric, 1)::float8 AS minutes,
      coalesce(talk.words, 0) AS words, coalesce(due.tasks, 0) AS tasks_due
    FROM talk FULL JOIN due USING (date) ORDER BY date
  `.execute(db);
  return rows;
}

export interface Totals {
  conversations: number;
  minutes: number;
  memories: number;
  open_action_items: number;
  completed_action_items: number;
  goals: number;
  people: number;
  model_calls: number;
  model_tokens: number;
}

export async function selectTotals(db: Db, user_id: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    SELECT talk.*, tasks.*,
      (SELECT count(*)::int FROM memories
       WHERE user_id = ${user_id} AND user_review IS DISTINCT FROM false AND until IS NULL)
        AS memories,
      (SELECT count(*)::int FROM goals WHERE user_id = ${user_id}) AS goals,
      (SELECT count(*)::int FROM people WHERE user_id = ${user_id}) AS people
    FROM (
      SELECT (count(*) FILTER (WHERE status = 'completed' AND NOT discarded))::int AS conversations,
        round((coalesce(sum(greatest(0, extract(epoch FROM finished_at - started_at)))
          FILTER (WHERE status = 'completed' AND NOT discarded), 0) / 60)::numeric, 1)::float8
          AS minutes,
        coalesce(sum(model_calls), 0)::int AS model_calls,
        coalesce(sum(model_tokens), 0)::int8 AS model_tokens
      FROM conversations WHERE user_id = ${user_id}
    ) AS talk, (
      SELECT (count(*) FILTER (WHERE NOT completed))::int AS open_action_items,
        (count(*) FILTER (WHERE completed))::int AS completed_action_items
      FROM action_items WHERE user_id = ${user_id}
    ) AS tasks
  `.execute(db);
  return rows[0]!;
}

/** Returns the number of conversations in each category, the most frequent category first. */
export async function selectCategories(
  db: Db,
  user_id: string,
): Promise<{ category: string; conversations: number }[]> {
  const { rows } = await sql<{ category: string; conversations: number }>`
    SELECT category, count(*)::int AS conversations FROM conversations
    WHERE user_id = ${user_id} AND status = 'completed' AND NOT discarded
    GROUP BY category ORDER BY conversations DESC, category
  `.execute(db);
  return rows;
}

export interface SpeakingPerson {
  id: string;
  name: string;
  minutes: number;
}

/** Returns the people who spoke most since a time. */
export async function selectSpeakingPeople(
  db: Db,
  user_id: string,
  { since, limit }: { since: Date; limit: number },
): Promise<SpeakingPerson[]> {
  const { rows } = await sql<SpeakingPerson>`
    SELECT p.id, p.name,
      round((sum(greatest(0, s.end_seconds - s.start_seconds)) / 60)::numeric, 1)::float8 AS minutes
    FROM conversations c
    JOIN segments s ON s.user_id = c.user_id AND s.conversation_id = c.id
    JOIN people p ON p.user_id = s.user_id AND p.id = s.person_id
    WHERE c.user_id = ${user_id} AND c.created_at >= ${since}
    GROUP BY p.id, p.name ORDER BY minutes DESC, p.name LIMIT ${limit}
  `.execute(db);
  return rows;
}
