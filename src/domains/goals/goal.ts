import { z } from 'zod';
import { Moment, Timestamp, text } from '../../core/wire.ts';
import {
  contradictionsOfMetric,
  CurrentValue,
  GoalType,
  MaxValue,
  MinValue,
  missingOfMetric,
  TargetValue,
  Unit,
} from './metric.ts';

export const GOAL_ID = /^goal_[0-9a-f]{12}$/;

const GoalStatus = z
  .enum(['background', 'focused', 'paused', 'achieved', 'abandoned'])
  .describe('`achieved` and `abandoned` goals have ended; all others are active.');

const GoalSource = z.enum(['user', 'ai_suggested', 'imported']);

const GoalMetric = z
  .object({
    type: GoalType,
    current: CurrentValue,
    target: TargetValue,
    min: MinValue.nullable(),
    max: MaxValue.nullable(),
    unit: z.string().nullable(),
  })
  .meta({ id: 'GoalMetric' });

const EXAMPLES = {
  id: { examples: ['goal_3f9a0c71be24'] },
  title: { examples: ['Run a half marathon'] },
  desired_outcome: { examples: ['Finish the race in Lisbon without walking'] },
  why_it_matters: { examples: ['To be fit enough to play with the children'] },
  criterion: { examples: ['Run 15 km in training'] },
};

const FocusRank = z
  .int()
  .min(0)
  .max(10_000)
  .describe('The position among the goals in focus; 1 is first.')
  .meta({ examples: [1] });

export const Goal = z
  .object({
    id: z.string().meta(EXAMPLES.id),
    goal_id: z.string().describe('The same as `id`.').meta(EXAMPLES.id),
    title: z.string().meta(EXAMPLES.title),
    desired_outcome: z.string().meta(EXAMPLES.desired_outcome),
    why_it_matters: z.string().meta(EXAMPLES.why_it_matters).nullable(),
    success_criteria: z.array(z.string().meta(EXAMPLES.criterion)),
    horizon_at: Timestamp.nullable().describe(
      'The date by which the user wants to reach the goal.',
    ),
    status: GoalStatus,
    focus_rank: FocusRank.nullable(),
    metric: GoalMetric.nullable().describe(
      'The measure of progress; null for a goal without a measure.',
    ),
    source: GoalSource.describe('The creator of the goal.'),
    goal_type: GoalType.nullable(),
    target_value: TargetValue.nullable(),
    current_value: CurrentValue.nullable(),
    min_value: MinValue.nullable(),
    max_value: MaxValue.nullable(),
    unit: z.string().nullable(),
    is_active: z
      .boolean()
      .describe('False when the goal is achieved or abandoned.')
      .meta({ examples: [true] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'DeveloperGoal' });

export const GoalDay = z
  .object({
    date: z.string().describe("The day in the user's time zone.").meta({ format: 'date' }),
    value: z
      .number()
      .describe('The last value of that day.')
      .meta({ examples: [12] }),
    recorded_at: Timestamp,
  })
  .meta({ id: 'GoalDay' });

const notBlank = (max: number) => text({ min: 1, max, blank: 'String should not be blank' });

const Title = notBlank(500).describe('The subject of the goal.').meta(EXAMPLES.title);
const DesiredOutcome = notBlank(2000)
  .describe('A description of the situation when the goal is reached.')
  .meta(EXAMPLES.desired_outcome);
const WhyItMatters = text({ max: 2000 }).meta(EXAMPLES.why_it_matters);
const SuccessCriteria = z
  .array(notBlank(500).meta(EXAMPLES.criterion))
  .max(20)
  .describe('Signs that the goal is reached; at most 20.');
const HorizonAt = Moment.describe(
  'The date by which you want to reach the goal, ISO 8601 with a zone.',
);

export const GoalCreate = z
  .strictObject({
    title: Title,
    desired_outcome: DesiredOutcome.nullish().describe('Default: the title.'),
    why_it_matters: WhyItMatters.nullish(),
    success_criteria: SuccessCriteria.nullish(),
    horizon_at: HorizonAt.nullish(),
    goal_type: GoalType.nullish(),
    target_value: TargetValue.nullish(),
    current_value: CurrentValue.nullish(),
    min_value: MinValue.nullish(),
    max_value: MaxValue.nullish(),
    unit: Unit.nullish(),
  })
  .superRefine(
    (goal, context) => {
      for (const { loc, msg, type } of [...missingOfMetric(goal), ...contradictionsOfMetric(goal)])
        context.addIssue({ code: 'custom', path: loc, message: msg, params: { type } });
    },
    // Runs even when individual fields are invalid, so that all problems are reported together.
    { when: () => true },
  )
  .meta({ id: 'GoalCreate' });
export type GoalCreate = z.output<typeof GoalCreate>;

export const GoalPatch = z
  .strictObject({
    goal_id: z.string(),
    title: Title.optional(),
    desired_outcome: DesiredOutcome.optional(),
    why_it_matters: WhyItMatters.nullish(),
    success_criteria: SuccessCriteria.optional(),
    horizon_at: HorizonAt.nullish(),
    status: GoalStatus.optional(),
    focus_rank: FocusRank.nullish(),
    target_value: TargetValue.optional(),
    current_value: CurrentValue.optional(),
    min_value: MinValue.nullish(),
    max_value: MaxValue.nullish(),
    unit: Unit.nullish(),
  })
  .meta({ id: 'GoalPatch' });
export type GoalPatch = z.output<typeof GoalPatch>;
