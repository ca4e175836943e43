import { z } from 'zod';
import { Invalid, NotFound } from '../../core/errors.ts';
import { defineEvent } from '../../core/event.ts';
import { limit } from '../../core/wire.ts';
import { Success } from '../../kit/acknowledgement.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { cutPage, pageOf, paging } from '../../kit/page.ts';
import { transaction } from '../../storage/transaction.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { Goal, GOAL_ID, GoalCreate, GoalDay, GoalPatch } from './goal.ts';
import { goalFilters } from './goal-filters.ts';
import * as sql from './goals.sql.ts';
import type { GoalChange, GoalRow } from './goals.sql.ts';
import { contradictionsOfMetric, CurrentValue, problem, wholeMetric } from './metric.ts';

const GoalId = { goal_id: z.string() };

export { keptGoals } from './goals.sql.ts';

export const listGoals = defineOperation({
  name: 'listGoals',
  summary: 'List goals, newest first',
  description: 'Leaves out goals that are achieved or abandoned, unless you ask for them.',
  scope: 'goals:read',
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 10, max: 1000 }),
    ...paging,
    include_inactive: z.boolean().default(false).describe('Includes achieved and abandoned goals.'),
    ...goalFilters.input,
  }),
  output: pageOf(Goal),
  run: async (context, { limit, offset, include_inactive, ...input }) => {
    // With a status, the list contains all goals of this status, including ended ones.
    const isAll = include_inactive || goalFilters.read(input)['status'] !== undefined;
    const list = await goalFilters.list(context, input);
    const page = { limit: limit + 1, offset, include_inactive: isAll };
    const rows = await sql.selectGoals(context.db, userOf(context), list, page);
    const { items, next_cursor } = cutPage(rows, limit, list.positionOf);
    return { items: items.map(view), next_cursor };
  },
});

export const getGoal = defineOperation({
  name: 'getGoal',
  summary: 'Get one goal',
  description: 'Returns finished goals too.',
  scope: 'goals:read',
  effect: 'read',
  input: z.object(GoalId),
  output: Goal,
  run: async (context, { goal_id }) => view(await findGoal(context, goal_id)),
});

export const createGoal = defineOperation({
  name: 'createGoal',
  summary: 'Create a goal',
  description:
    'Send a metric (`goal_type` and `target_value`; for `boolean` the target is 1) or none ' +
    'of its fields. `current_value` begins at 0.',
  scope: 'goals:write',
  effect: 'write',
  input: GoalCreate,
  output: Goal,
  run: async (context, goal) => {
    const now = context.clock.now();
    const title = goal.title.trim();
    const row: GoalRow = {
      user_id: userOf(context),
      // The last twelve digits of an id are its random part.
      id: `goal_${context.newId().slice(-12)}`,
      title,
      desired_outcome: goal.desired_outcome?.trim() ?? title,
      why_it_matters: goal.why_it_matters ?? null,
      success_criteria: goal.success_criteria ?? [],
      horizon_at: goal.horizon_at ? new Date(goal.horizon_at) : null,
      status: 'background',
      focus_rank: null,
      source: 'user',
      ...wholeMetric(goal),
      created_at: now,
      updated_at: now,
    };
    await transaction(context.db, async (tx) => {
      await sql.insertGoal(tx, row);
      await recordValue({ ...context, db: tx }, row);
    });
    return view(row);
  },
});

export const updateGoal = defineOperation({
  name: 'updateGoal',
  summary: 'Change a goal',
  description:
    'Changes only the fields that you send; `null` clears an optional field. You cannot ' +
    'change the kind of the metric.',
  scope: 'goals:write',
  effect: 'write',
  input: GoalPatch,
  output: Goal,
  run: async (context, { goal_id, title, desired_outcome, horizon_at, ...rest }) => {
    const change: GoalChange = {
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...(title !== undefined && { title: title.trim() }),
      ...(desired_outcome !== undefined && { desired_outcome: desired_outcome.trim() }),
      ...(horizon_at !== undefined && {
        horizon_at: horizon_at === null ? null : new Date(horizon_at),
      }),
    };
    if (Object.keys(change).length === 0) throw new Invalid('At least one field must be provided');
    return view(await changeGoal(context, goal_id, change));
  },
});

export const recordProgress = defineOperation({
  name: 'recordGoalProgress',
  summary: 'Set the current value of a goal',
  description:
    'The history of the goal keeps the last value of each day. Reaching the target does not ' +
    'end the goal; to end it, change its `status`.',
  scope: 'goals:write',
  effect: 'write',
  input: z.object({ ...GoalId, current_value: CurrentValue }),
  output: Goal,
  run: async (context, { goal_id, current_value }) =>
    view(await changeGoal(context, goal_id, { current_value })),
});

export const getGoalHistory = defineOperation({
  name: 'getGoalHistory',
  summary: 'List the values of a goal by day, newest first',
  description: 'Returns the last value of each day on which a value was set.',
  scope: 'goals:read',
  effect: 'read',
  input: z.object({
    ...GoalId,
    days: z.int().min(1).max(365).default(30).describe('The number of days, including today.'),
  }),
  output: z.array(GoalDay),
  run: async (context, { goal_id, days }) => {
    const { user_id, id } = await findGoal(context, goal_id);
    const from = dayOf(context.clock.now(), await timezoneOf(context), 1 - days);
    return sql.selectGoalDays(context.db, user_id, id, from);
  },
});

export const goalDeleted = defineEvent({
  name: 'goal.deleted',
  payload: z.object({ goal_id: z.string() }),
});

export const deleteGoal = defineOperation({
  name: 'deleteGoal',
  summary: 'Delete a goal and its history for good',
  description: 'You cannot undo this. To keep the history of a goal, set `status` to `abandoned`.',
  scope: 'goals:write',
  effect: 'destroy',
  input: z.object(GoalId),
  output: Success,
  run: async (context, { goal_id }) => {
    if (!GOAL_ID.test(goal_id)) return notFound();
    const user_id = userOf(context);
    await transaction(context.db, async (tx) => {
      if (!(await sql.deleteGoalRow(tx, user_id, goal_id))) notFound();
      await context.outbox.emit(tx, goalDeleted, { user_id, payload: { goal_id } });
    });
    return { success: true as const };
  },
});

/** Locks a goal before a change, because the stored metric and the change must be consistent. */
async function changeGoal(context: Context, id: string, change: GoalChange): Promise<GoalRow> {
  if (!GOAL_ID.test(id)) notFound();
  const user_id = userOf(context);
  return transaction(context.db, async (tx) => {
    const stored = (await sql.lockGoal(tx, user_id, id)) ?? notFound();
    refuseImpossible(stored, change);
    const updated_at = context.clock.now();
    const row = await sql.updateGoalRow(tx, user_id, id, { ...change, updated_at });
    if (change.current_value !== undefined) await recordValue({ ...context, db: tx }, row);
    return row;
  });
}

function refuseImpossible(stored: GoalRow, change: GoalChange): void {
  const metric = (['target_value', 'current_value', 'min_value', 'max_value', 'unit'] as const)
    .filter((field) => change[field] !== undefined && change[field] !== null)
    .map((field) => problem(field, 'This goal has no metric; create one with goal_type'));
  const problems =
    stored.goal_type === null ? metric : contradictionsOfMetric({ ...stored, ...change });
  if (problems.length > 0) throw new Invalid('The metric is invalid.', problems);
}

async function recordValue(context: Context, row: GoalRow): Promise<void> {
  if (row.current_value === null) return;
  await sql.upsertGoalDay(context.db, {
    user_id: row.user_id,
    goal_id: row.id,
    date: dayOf(row.updated_at, await timezoneOf(context)),
    value: row.current_value,
    recorded_at: row.updated_at,
  });
}

async function findGoal(context: Context, id: string): Promise<GoalRow> {
  const row = GOAL_ID.test(id) ? await sql.selectGoal(context.db, userOf(context), id) : undefined;
  return row ?? notFound();
}

function view(row: GoalRow): z.input<typeof Goal> {
  const { goal_type, current_value, target_value } = row;
  return {
    ...row,
    goal_id: row.id,
    is_active: row.status !== 'achieved' && row.status !== 'abandoned',
    metric: goal_type && {
      type: goal_type,
      current: current_value!,
      target: target_value!,
      min: row.min_value,
      max: row.max_value,
      unit: row.unit,
    },
  };
}

function notFound(): never {
  throw new NotFound('Goal not found');
}
