import { z } from 'zod';
import { filterText, RecordId, unlisted } from '../../kit/assistant-list.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, variantOf } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { deadlineOf } from '../accounts/day-bounds.ts';
import { Goal, GoalCreate, GoalPatch } from './goal.ts';
import { createGoal, listGoals, updateGoal } from './goals.ts';

/** A limit above the number of goals of any user. */
const MAX = 1000;

const AssistantGoal = z
  .object({
    id: Goal.shape.id,
    title: z.string().describe('The subject of the goal.'),
    desired_outcome: z
      .string()
      .describe('A description of the situation when the goal is reached.'),
    why_it_matters: z
      .string()
      .nullable()
      .describe('The reason for the goal; null when none was given.'),
    success_criteria: z.array(z.string()).describe('Signs that the goal is reached.'),
    status: z.string().describe('`background`, `focused`, `paused`, `achieved` or `abandoned`.'),
    horizon_at: Goal.shape.horizon_at,
    current_value: z.number().nullable().describe('The current value; null without a measure.'),
    target_value: z
      .number()
      .nullable()
      .describe('The value at which the goal is reached; null without a measure.'),
    unit: z.string().nullable().describe('The unit of the values; null without a unit.'),
  })
  .meta({ id: 'AssistantGoal' });

export const assistantListGoals = variantOf(listGoals, {
  name: 'assistantListGoals',
  summary: 'List goals as assistants see them, newest first',
  description: 'Leaves out goals that are achieved or abandoned, unless you ask for them.',
  input: z.strictObject({
    include_inactive: z.boolean().default(false).describe('Includes achieved and abandoned goals.'),
    filter: filterText('status=paused'),
  }),
  given: (input) => ({ ...input, limit: MAX }),
  output: z.object({ goals: z.array(AssistantGoal) }),
  answer: ({ items }) => ({ goals: items }),
});

/** The model reads these texts before every question, so they are shorter than those for programs. */
const { shape } = GoalCreate;
const words = {
  title: shape.title.describe('The subject.'),
  desired_outcome: shape.desired_outcome.describe('What is true when it is reached.'),
  why_it_matters: shape.why_it_matters.meta(unlisted),
  horizon_at: z.string().nullish().describe('Reached by, yyyy-mm-dd.'),
};
const number = (about: string) => z.number().nullish().describe(about);
const ChangedGoal = AssistantGoal.pick({
  id: true,
  title: true,
  status: true,
  current_value: true,
  target_value: true,
});

export const assistantCreateGoal = defineOperation({
  name: 'assistantCreateGoal',
  summary: 'Create a goal',
  description: 'A goal with a `target_value` is measured by numbers.',
  scope: 'goals:write',
  effect: 'write',
  changes: { kind: 'goal', made: ({ id }) => [id] },
  input: z.strictObject({
    ...words,
    target_value: number('The number that counts as reached.'),
    current_value: number('The number today.'),
    unit: shape.unit.describe('Such as km.'),
  }),
  output: ChangedGoal,
  run: async (context, { horizon_at, ...goal }) =>
    createGoal(context, {
      ...goal,
      horizon_at: await endOf(context, horizon_at),
      ...(typeof goal.target_value === 'number' && { goal_type: 'numeric' }),
    }),
});

export const assistantUpdateGoal = defineOperation({
  name: 'assistantUpdateGoal',
  summary: 'Change a goal, its progress or its status',
  description: 'Changes only the fields that you send.',
  scope: 'goals:write',
  effect: 'write',
  changes: { kind: 'goal', argument: 'goal_id' },
  input: z.strictObject({
    goal_id: RecordId,
    current_value: number('The progress.'),
    status: GoalPatch.shape.status.unwrap().describe('The new status.').optional(),
    ...words,
    title: words.title.optional(),
    target_value: number('The number that counts as reached.'),
  }),
  output: ChangedGoal,
  run: async (context, { goal_id, horizon_at, ...given }) => {
    // Models send null for what stays as it is.
    const change = Object.entries(given).filter(([, value]) => value !== null);
    return updateGoal(context, {
      goal_id,
      ...Object.fromEntries(change),
      ...(horizon_at !== undefined && { horizon_at: await endOf(context, horizon_at) }),
    });
  },
});

/** Returns the end of the day; models send null or "" when there is no day. */
async function endOf(context: Context, day: string | null | undefined): Promise<string | null> {
  return day ? deadlineOf(day, await timezoneOf(context)).toISOString() : null;
}
