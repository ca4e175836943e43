import { z } from 'zod';
import { CreatedAt, Moment, Timestamp, UpdatedAt, orNull, text } from '../../core/wire.ts';
import {
  contradictionsOfMetric,
  CurrentValue,
  GoalType,
  MaxValue,
  MinValue,
  missingOfMetric,
  TargetValue,
  MetricUnit,
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
    min: orNull(MinValue, 'Null: no limit.'),
    max: orNull(MaxValue, 'Null: no limit.'),
    unit: z.string().nullable().describe('The unit of the values; null without a unit.'),
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
    id: z.string().describe('The id of the goal.').meta(EXAMPLES.id),
    goal_id: z.string().describe('The same as `id`.').meta(EXAMPLES.id),
    title: z.string().describe('The subject of the goal.').meta(EXAMPLES.title),
    desired_outcome: z
      .string()
      .describe('A description of the situation when the goal is reached.')
      .meta(EXAMPLES.desired_outcome),
    why_it_matters: z
      .string()
      .meta(EXAMPLES.why_it_matters)
      .nullable()
      .describe('The reason for the goal; null when none was given.'),
    success_criteria: z
      .array(z.string().meta(EXAMPLES.criterion))
      .describe('Signs that the goal is reached.'),
    horizon_at: Timestamp.nullable().describe(
      'The date by which the user wants to reach the goal; null without a date.',
    ),
    status: GoalStatus,
    focus_rank: orNull(FocusRank, 'Null: no position.'),
    metric: GoalMetric.nullable().describe(
      'The measure of progress; null for a goal without a measure.',
    ),
    source: GoalSource.describe('The creator of the goal.'),
    goal_type: orNull(GoalType, 'Null: the goal has no measure.'),
    target_value: orNull(TargetValue, 'Null: the goal has no measure.'),
    current_value: orNull(CurrentValue, 'Null: the goal has no measure.'),
    min_value: orNull(MinValue, 'Null: no limit.'),
    max_value: orNull(MaxValue, 'Null: no limit.'),
    unit: z.string().nullable().describe('The unit of the values; null without a unit.'),
    is_active: z
      .boolean()
      .describe('False when the goal is achieved or abandoned.')
      .meta({ examples: [true] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'DeveloperGoal' });

export const GoalDay = z
  .object({
    date: z.string().describe("The day in the user's time zone.").meta({ format: 'date' }),
    value: z
      .number()
      .describe('The last value of that day.')
      .meta({ examples: [12] }),
    recorded_at: Timestamp.describe('The time at which that value was set.'),
  })
  .meta({ id: 'GoalDay' });

const notBlank = (max: number) => text({ min: 1, max, blank: 'String should not be blank' });

const Title = notBlank(500).describe('The subject of the goal.').meta(EXAMPLES.title);
const DesiredOutcome = notBlank(2000)
  .describe('A description of the situation when the goal is reached.')
  .meta(EXAMPLES.desired_outcome);
const WhyItMatters = text({ max: 2000 })
  .describe('The reason for the goal.')
  .meta(EXAMPLES.why_it_matters);
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
    why_it_matters: orNull(WhyItMatters, 'Null: no reason.').optional(),
    success_criteria: orNull(SuccessCriteria, 'Null: none.').optional(),
    horizon_at: orNull(HorizonAt, 'Null: no date.').optional(),
    goal_type: orNull(GoalType, 'Null: not set.').optional(),
    target_value: orNull(TargetValue, 'Null: not set.').optional(),
    current_value: orNull(CurrentValue, 'Null: not set.').optional(),
    min_value: orNull(MinValue, 'Null: no limit.').optional(),
    max_value: orNull(MaxValue, 'Null: no limit.').optional(),
    unit: orNull(MetricUnit, 'Null: no unit.').optional(),
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
    why_it_matters: orNull(WhyItMatters, 'Null removes it.').optional(),
    success_criteria: SuccessCriteria.optional(),
    horizon_at: orNull(HorizonAt, 'Null removes it.').optional(),
    status: GoalStatus.optional(),
    focus_rank: orNull(FocusRank, 'Null removes it.').optional(),
    target_value: TargetValue.optional(),
    current_value: CurrentValue.optional(),
    min_value: orNull(MinValue, 'Null removes it.').optional(),
    max_value: orNull(MaxValue, 'Null removes it.').optional(),
    unit: orNull(MetricUnit, 'Null removes it.').optional(),
  })
  .meta({ id: 'GoalPatch' });
export type GoalPatch = z.output<typeof GoalPatch>;
