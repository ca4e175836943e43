import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { deleteMemories } from './memories.sql.ts';

export const memoriesDeleted = defineEvent({
  name: 'memories.deleted',
  payload: z.object({ memory_ids: z.array(z.string()) }),
});

/** Ids in one event. */
const MAX_IDS = 1_000;

/** Deletes the memories with these ids; all of the user for null. Returns how many there were. */
export function removeMemories(context: Context, ids: readonly string[] | null): Promise<number> {
  return transaction(context.db, async (tx) => {
    const gone = await deleteMemories(tx, userOf(context), ids);
    await announceMemoriesDeleted({ ...context, db: tx }, gone);
    return gone.length;
  });
}

/** Part of the transaction that deletes them. */
export async function announceMemoriesDeleted(
  context: Context,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    await context.outbox.emit(context.db, memoriesDeleted, {
      user_id: userOf(context),
      payload: { memory_ids: ids.slice(at, at + MAX_IDS) },
    });
  }
}
