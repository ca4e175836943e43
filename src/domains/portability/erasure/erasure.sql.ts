import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

export interface Contents {
  conversations: number;
  memories: number;
  action_items: number;
  goals: number;
  people: number;
  chat_messages: number;
  kept_sounds: number;
  keys: number;
  assistants: number;
}

/** Counts what an account holds. */
export async function countContents(db: Db, user_id: string): Promise<Contents> {
  const count = (table: string) =>
    sql`(SELECT count(*)::int FROM ${sql.table(table)} WHERE user_id = ${user_id})`;
  const { rows } = await sql<Contents>`
    SELECT ${count('conversations')} AS conversations, ${count('memories')} AS memories,
      ${count('action_items')} AS action_items, ${count('goals')} AS goals,
      ${count('people')} AS people, ${count('chat_messages')} AS chat_messages,
      ${count('audio_files')} AS kept_sounds, ${count('api_keys')} AS keys,
      ${count('grants')} AS assistants
  `.execute(db);
  return rows[0]!;
}
