import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../storage/database.ts';

export type DismissedKind = 'action_item' | 'memory';

/**
 * Records the rows of `gone` as dismissed. `gone` is the name of a statement that deletes items
 * found in a conversation.
 */
export function dismissGone(kind: DismissedKind): RawBuilder<unknown> {
  return sql`
    INSERT INTO dismissed (user_id, conversation_id, kind, heard_as)
    SELECT gone.user_id, gone.conversation_id, ${kind}, gone.heard_as
    FROM gone JOIN conversations AS c
      ON c.user_id = gone.user_id AND c.id = gone.conversation_id AND gone.heard_as IS NOT NULL
    -- This waits for a simultaneous deletion of the conversation, and then finds no row.
    FOR KEY SHARE OF c
    -- An item that was deleted, restored by an undo and deleted again is dismissed already.
    ON CONFLICT DO NOTHING
  `;
}

export async function selectDismissed(
  db: Db,
  user_id: string,
  { conversation_id, kind }: { conversation_id: string; kind: DismissedKind },
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('dismissed')
    .select('heard_as')
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', conversation_id)
    .where('kind', '=', kind)
    .execute();
  return rows.map(({ heard_as }) => heard_as);
}

/** Moves dismissals to the merged conversation, so that dismissed items do not return. */
export async function moveDismissed(
  db: Db,
  user_id: string,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await sql`
    UPDATE dismissed SET conversation_id = ${to}
    WHERE user_id = ${user_id} AND conversation_id = ANY (${from}::uuid[])
  `.execute(db);
}
