import { z } from 'zod';
import type { Problem } from '../../core/errors.ts';
import { text } from '../../core/wire.ts';

const GOAL_TYPES = ['boolean', 'scale', 'numeric'] as const;
export const GoalType = z
  .enum(GOAL_TYPES)
  .describe('`boolean` is 0 or 1, `scale` a number between two limits, `numeric` any number.')
  .meta({ examples: ['numeric'] });
export type GoalType = z.output<typeof GoalType>;

export const TargetValue = z
  .number()
  .describe('The value at which the goal is reached.')
  .meta({ examples: [21.1] });
export const CurrentValue = z
  .number()
  .describe('The current value; the history keeps the last value of each day.')
  .meta({ examples: [12] });
export const MinValue = z
  .number()
  .describe('The lowest value; at most `max_value`.')
  .meta({ examples: [0] });
export const MaxValue = z
  .number()
  .describe('The highest value.')
  .meta({ examples: [42.2] });
export const MetricUnit = text({ max: 64 }).describe('The unit of the values.');

/** The metric of a goal in its stored form: one column per field. */
export interface MetricFields {
  goal_type: GoalType | null;
  target_value: number | null;
  current_value: number | null;
  min_value: number | null;
  max_value: number | null;
  unit: string | null;
}
type Given = { readonly [Field in keyof MetricFields]?: unknown };

const FIELDS = [
  'goal_type',
  'target_value',
  'current_value',
  'min_value',
  'max_value',
  'unit',
] as const satisfies (keyof MetricFields)[];

function hasMetric(given: Given): boolean {
  return FIELDS.some((field) => isThere(given[field]));
}

/** Fills in the optional fields of a metric. A goal has a complete metric or none. */
export function wholeMetric(given: {
  [Field in keyof MetricFields]?: MetricFields[Field] | undefined;
}): MetricFields {
  const isBoolean = given.goal_type === 'boolean';
  return {
    goal_type: given.goal_type ?? null,
    target_value: given.target_value ?? (isBoolean ? 1 : null),
    current_value: given.current_value ?? (hasMetric(given) ? 0 : null),
    min_value: given.min_value ?? null,
    max_value: given.max_value ?? null,
    unit: given.unit ?? null,
  };
}

/** Returns the required fields that an incomplete metric lacks. */
export function missingOfMetric(given: Given): Problem[] {
  if (!hasMetric(given)) return [];
  const missing = (field: keyof MetricFields) =>
    problem(field, `A goal with a metric needs ${field}`, 'missing');
  return [
    ...(isThere(given.goal_type) ? [] : [missing('goal_type')]),
    ...(isThere(given.target_value) || given.goal_type === 'boolean'
      ? []
      : [missing('target_value')]),
  ];
}

/** Returns contradictions between values. Wrong types are reported elsewhere. */
export function contradictionsOfMetric({ goal_type, ...values }: Given): Problem[] {
  const { target_value, current_value, min_value, max_value } = values;
  const problems: Problem[] = [];
  if (typeof min_value === 'number' && typeof max_value === 'number' && min_value > max_value) {
    problems.push(problem('min_value', 'min_value must not be above max_value'));
  }
  if (goal_type !== 'boolean') return problems;
  const only = (field: keyof MetricFields, value: unknown, allowed: readonly number[]) => {
    if (typeof value !== 'number' || allowed.includes(value)) return;
    problems.push(problem(field, `${field} of a boolean goal must be ${allowed.join(' or ')}`));
  };
  only('target_value', target_value, [1]);
  only('current_value', current_value, [0, 1]);
  only('min_value', min_value, [0]);
  only('max_value', max_value, [1]);
  return problems;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function problem(field: string, msg: string, type = 'value_error'): Problem {
  return { loc: [field], msg, type };
}
