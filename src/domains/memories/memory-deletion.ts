import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { noteDeleted } from '../outcomes/outcomes.ts';
import { deleteMemoryRows } from './memories.sql.ts';

export const memoriesDeleted = defineEvent({
  name: 'memories.deleted',
  payload: z.object({ memory_ids: z.array(z.string()) }),
});

/** The maximum number of ids in one event. */
const MAX_IDS = 1_000;

/**
 * Deletes the memories with these ids, or all memories of the user when `ids` is null. Returns the
 * number of deleted memories.
 */
export function removeMemories(context: Context, ids: readonly string[] | null): Promise<number> {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const gone = await deleteMemoryRows(tx, userOf(context), ids);
    // Who deletes everything judges nothing.
    if (ids !== null) await noteDeleted(inside, 'memory', gone.map(judgedMemory));
    await announceMemoriesDeleted(
      inside,
      gone.map(({ id }) => id),
    );
    return gone.length;
  });
}

/** A memory as the outcomes of readings know it. */
export const judgedMemory = <Row extends { content: string }>(row: Row) => ({
  ...row,
  text: row.content,
});

/** Runs in the same transaction as the deletion. */
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
