import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { UUID, Visibility } from '../../core/wire.ts';
import { StatusOk } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import { withExternal } from '../../kit/external/record.ts';
import { defineOperation, variantOf } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { noteOutcomes } from '../outcomes/outcomes.ts';
import { memoryNotFound, updateMemory } from './memories.ts';
import { judgedMemory, removeMemories } from './memory-deletion.ts';
import * as sql from './memories.sql.ts';
import { Memory } from './memory.ts';

/** Operations that clean up memories: they review extracted memories and delete memories. */

const MAX_AT_ONCE = 100;
const DELETE_ALL = 'delete-all-my-memories';
const Deleted = z.object({
  success: z.literal(true).describe('Always `true`; a failure answers with an error status.'),
  deleted_count: z.int().describe('The number of deleted memories.'),
});

export const reviewMemory = defineOperation({
  name: 'reviewMemory',
  summary: 'Keep or reject a memory',
  description:
    '`true` keeps the memory. `false` rejects the memory: it disappears from lists and ' +
    'searches, and conversations do not add the fact again, in any wording. `null` ' +
    'removes the review.',
  scope: 'memories:write',
  effect: 'write',
  gate: 'memories',
  input: z.object({
    memory_id: z.string(),
    value: z
      .boolean()
      .nullable()
      .describe('`true`: kept; `false`: rejected; `null`: not reviewed.'),
  }),
  output: Memory,
  run: async (context, { memory_id, value }) => {
    if (!UUID.test(memory_id)) memoryNotFound();
    return transaction(context.db, async (tx) => {
      const reviewed = await sql.updateReview(tx, userOf(context), memory_id, {
        user_review: value,
        updated_at: context.clock.now(),
      });
      const row = reviewed ?? memoryNotFound();
      if (value !== null) {
        const judgement = { kind: 'memory', outcome: value ? 'kept' : 'dropped' } as const;
        await noteOutcomes({ ...context, db: tx }, judgement, [judgedMemory(row)]);
      }
      return withExternal(row, undefined);
    });
  },
});

export const deleteMemories = defineOperation({
  name: 'deleteMemories',
  summary: 'Delete many memories for good',
  description: 'Takes a list of ids. Unknown ids are ignored, so you can repeat the request.',
  scope: 'memories:write',
  effect: 'destroy',
  input: z
    .strictObject({
      memory_ids: z.array(z.string()).min(1).max(MAX_AT_ONCE).describe('The ids of the memories.'),
    })
    .meta({ id: 'MemoryBatchDelete' }),
  output: Deleted,
  run: async (context, { memory_ids }) => {
    const ids = memory_ids.filter((id) => UUID.test(id));
    const deleted_count = await removeMemories(context, ids);
    return { success: true as const, deleted_count };
  },
});

export const deleteAllMemories = defineOperation({
  name: 'deleteAllMemories',
  summary: 'Delete all memories for good',
  description: `Requires \`confirm=${DELETE_ALL}\`.`,
  scope: 'memories:write',
  effect: 'destroy',
  input: z.object({ confirm: z.string().optional().describe(`Must be \`${DELETE_ALL}\`.`) }),
  output: Deleted,
  run: async (context, { confirm }) => {
    if (confirm !== DELETE_ALL) {
      throw new Invalid(`This deletes every memory. Send confirm=${DELETE_ALL} to confirm this.`);
    }
    return {
      success: true as const,
      deleted_count: await removeMemories(context, null),
    };
  },
});

export const changeMemoryVisibility = variantOf(updateMemory, {
  name: 'changeMemoryVisibility',
  summary: 'Set the visibility of a memory',
  description:
    'A public memory may be shown to others by your own apps. This service does not publish it.',
  input: z.object({ memory_id: z.string(), value: Visibility.describe('The new visibility.') }),
  given: ({ memory_id, value }) => ({ memory_id, visibility: value }),
  output: StatusOk,
  answer: () => ({ status: 'ok' as const }),
});
