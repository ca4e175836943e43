import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { SuggestionsTable } from '../../storage/tables.ts';

export type SuggestionRow = Selectable<SuggestionsTable>;
type NewSuggestion = Insertable<SuggestionsTable>;

/** Returns the open suggestions since a time, the newest and surest first. */
export async function selectOpen(
  db: Db,
  user_id: string,
  { since, limit }: { since: Date; limit: number },
): Promise<SuggestionRow[]> {
  return db
    .selectFrom('suggestions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('confidence', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the suggestion, locked until the transaction ends. */
export async function lockSuggestion(
  db: Db,
  user_id: string,
  id: string,
): Promise<SuggestionRow | undefined> {
  return db
    .selectFrom('suggestions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores what the user decided, or what a second reading of the same words says. */
export async function updateSuggestion(
  db: Db,
  { user_id, id }: Pick<SuggestionRow, 'user_id' | 'id'>,
  change: Updateable<SuggestionsTable>,
): Promise<void> {
  await db
    .updateTable('suggestions')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Returns the suggestions of a conversation, and those facts of others about which the user decided. */
export async function selectAsked(
  db: Db,
  user_id: string,
  { conversation_id, limit }: { conversation_id: string; limit: number },
): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    SELECT * FROM suggestions
    WHERE user_id = ${user_id}
      AND (conversation_id = ${conversation_id} OR (kind = 'memory' AND state <> 'open'))
    ORDER BY (conversation_id = ${conversation_id}) DESC, created_at DESC LIMIT ${limit}
    FOR UPDATE
  `.execute(db);
  return rows;
}

export async function insertSuggestions(db: Db, rows: readonly NewSuggestion[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('suggestions')
    .values([...rows])
    .execute();
}

export async function deleteSuggestions(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    DELETE FROM suggestions WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
}

/** Returns the events of a conversation that the user confirmed. */
export async function selectKeptEvents(
  db: Db,
  user_id: string,
  conversation_id: string,
): Promise<SuggestionRow[]> {
  return db
    .selectFrom('suggestions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .where('kind', '=', 'event')
    .where('state', '=', 'kept')
    .where('at', 'is not', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Moves the suggestions of conversations to the one into which they are merged. */
export async function moveSuggestions(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE suggestions SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}
