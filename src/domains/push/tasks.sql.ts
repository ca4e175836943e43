import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

const MAX_TASKS = 500;

interface OpenTask {
  id: string;
  description: string;
  due_at: Date;
}

/** Returns the open tasks that are due in this time. */
export async function selectOpenTasks(
  db: Db,
  user_id: string,
  { from, until }: { from: Date; until: Date },
): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    SELECT id, description, due_at FROM action_items
    WHERE user_id = ${user_id} AND NOT completed AND due_at >= ${from} AND due_at < ${until}
    ORDER BY due_at, id LIMIT ${MAX_TASKS}
  `.execute(db);
  return rows;
}
