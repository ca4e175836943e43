import { z } from 'zod';
import { filterText } from '../../kit/assistant-list.ts';
import { variantOf } from '../../kit/operation.ts';
import { Goal } from './goal.ts';
import { listGoals } from './goals.ts';

/** A limit above the number of goals of any user. */
const MAX = 1000;

const AssistantGoal = z
  .object({
    id: Goal.shape.id,
    title: z.string(),
    desired_outcome: z.string(),
    why_it_matters: z.string().nullable(),
    success_criteria: z.array(z.string()),
    status: z.string(),
    horizon_at: Goal.shape.horizon_at,
    current_value: z.number().nullable(),
    target_value: z.number().nullable(),
    unit: z.string().nullable(),
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
