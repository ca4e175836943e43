import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectTexts } from './segments.sql.ts';

/** Returns the text of each of these conversations, turn by turn. */
export async function textsOf(context: Context, ids: readonly string[]): Promise<string[][]> {
  if (ids.length === 0) return [];
  const rows = await selectTexts(context.db, userOf(context), ids);
  const talks = Map.groupBy(rows, ({ conversation_id }) => conversation_id);
  return [...talks.values()].map((turns) => turns.map(({ text }) => text));
}
