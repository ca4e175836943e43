import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { SummaryTemplatesTable } from '../../storage/tables.ts';

export type TemplateRow = Selectable<SummaryTemplatesTable>;

/** Returns all templates of a user, in the order of creation; a user has few. */
export async function selectTemplates(db: Db, user_id: string): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT * FROM summary_templates WHERE user_id = ${user_id} ORDER BY created_at, id
  `.execute(db);
  return rows;
}

/**
 * Prevents other transactions from counting the templates of this user until this transaction ends.
 */
export async function lockTemplates(db: Db, user_id: string): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${user_id} FOR NO KEY UPDATE`.execute(db);
}

export async function upsertTemplate(db: Db, row: TemplateRow): Promise<void> {
  const { name, prompt, runs, updated_at } = row;
  await db
    .insertInto('summary_templates')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({ name, prompt, runs, updated_at }),
    )
    .execute();
}

export async function deleteTemplate(db: Db, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM summary_templates WHERE user_id = ${user_id} AND id = ${id} RETURNING id
  `.execute(db);
  return rows.length > 0;
}
