import { z } from 'zod';
import { CreatedAt, Moment, orNull, text, Timestamp, UpdatedAt } from '../../core/wire.ts';
import { externalInput, externalOutput, Metadata } from '../../kit/external/record.ts';

const MAX_BATCH = 50;

export const ActionItem = z
  .object({
    id: z.string().describe('The id of the task.'),
    description: z.string().describe('The text of the task.'),
    completed: z.boolean().describe('True when the task is done.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    due_at: Timestamp.nullable().describe(
      'The time at which the task is due; null without a date.',
    ),
    completed_at: Timestamp.nullable().describe(
      'The time at which the task was done; null while it is open.',
    ),
    conversation_id: z
      .string()
      .nullable()
      .describe(
        'The conversation from which the task comes; null for a task that was added by hand.',
      ),
    confidence: z
      .number()
      .nullable()
      .describe(
        'The chance that the reading of the conversation gave the task, 0 to 1; null when it gave none.',
      ),
    ...externalOutput,
  })
  .meta({ id: 'ActionItem' });

export const Description = text({
  min: 1,
  max: 500,
  blank: 'description cannot be empty',
}).describe('A task of the user.');
const DueAt = Moment.describe('The time at which the task is due, ISO 8601 with a zone.');

/** How the words of a task name the time at which it is due. */
export const DueWords = z.strictObject({
  at: Moment.optional().describe('When the words were written. Default: now.'),
  language: text({ min: 2, max: 20 })
    .optional()
    .describe('ISO 639-1. Default: the language of the account; English is understood, too.'),
});
export type DueWords = z.output<typeof DueWords>;

export const ActionItemCreate = z
  .strictObject({
    description: Description,
    due_at: orNull(DueAt, 'Null: no date.').optional(),
    completed: z.boolean().default(false).describe('True for a task that is done.'),
    completed_at: Moment.nullish().describe(
      'The time at which the task was done, from 1970 until now. Default for a completed ' +
        'task: now.',
    ),
    due_words: DueWords.optional().describe(
      'Reads the time at which the task is due from `description`, as in “call Ana tomorrow at ' +
        'five”, when there is no `due_at`.',
    ),
    ...externalInput,
  })
  .meta({ id: 'ActionItemCreate' });
export type ActionItemCreate = z.output<typeof ActionItemCreate>;

export const ActionItemBatchCreate = z.strictObject({
  action_items: z.array(ActionItemCreate).max(MAX_BATCH).describe(`At most ${MAX_BATCH}.`),
});

export const ActionItemPatch = z.strictObject({
  action_item_id: z.string(),
  description: Description.optional(),
  due_at: DueAt.nullable().optional().describe('null removes the date.'),
  completed: z.boolean().optional().describe('True marks the task as done, false opens it again.'),
  metadata: orNull(Metadata, 'Null removes the data.').optional(),
});
