import type { Operations } from '../../../client/src/index.ts';
import { command } from '../command.ts';
import {
  deleted,
  fieldOptions,
  flagOption,
  into,
  LIST,
  listed,
  numberOption,
  numeric,
  textOption,
} from '../options.ts';
import { goalLine, goalTable, pairs } from '../output-lines.ts';
import { table } from '../table.ts';

type GoalType = NonNullable<Operations['createGoal']['input']['goal_type']>;

export const goalCommands = [
  command({
    words: 'goal list',
    summary: 'list goals',
    options: {
      ...LIST,
      all: into('include_inactive', flagOption('Also list goals that have ended.')),
    },
    run: ({ client }, input) => listed(client, 'listGoals', input),
    show: goalTable,
  }),
  command({
    words: 'goal get',
    summary: 'show one goal with all fields',
    places: ['goal_id'],
    run: ({ client }, input) => client.getGoal(input),
    show: pairs,
  }),
  command({
    words: 'goal add',
    summary: 'add a goal; --type adds a measure',
    places: ['title'],
    options: {
      why: into('why_it_matters', textOption('The reason for the goal.')),
      until: into('horizon_at', textOption('ISO 8601 with a zone.')),
      type: into('goal_type', textOption<GoalType>('numeric, scale or boolean.')),
      target: into('target_value', numberOption('The value at which the goal is reached.')),
      unit: textOption('The unit of the values.'),
      ...fieldOptions('createGoal'),
    },
    run: ({ client }, input) => client.createGoal(input),
    show: goalLine,
  }),
  command({
    words: 'goal edit',
    summary: 'change the title of a goal',
    places: ['goal_id', 'title'],
    options: fieldOptions('updateGoal'),
    run: ({ client }, input) => client.updateGoal(input),
    show: goalLine,
  }),
  command({
    words: 'goal progress',
    summary: 'record the value that you have reached',
    places: ['goal_id', 'value'],
    run: ({ client }, { goal_id, value }) =>
      client.recordGoalProgress({ goal_id, current_value: numeric(value) }),
    show: goalLine,
  }),
  command({
    words: 'goal history',
    summary: 'list the values of a goal by day',
    places: ['goal_id'],
    options: { days: numberOption('The number of days; default 30.') },
    run: ({ client }, input) => client.getGoalHistory(input),
    show: (days) => table(days, { DAY: ({ date }) => date, VALUE: ({ value }) => String(value) }),
  }),
  command({
    words: 'goal done',
    summary: 'mark a goal as achieved',
    places: ['goal_id'],
    run: ({ client }, input) => client.updateGoal({ ...input, status: 'achieved' }),
    show: goalLine,
  }),
  command({
    words: 'goal delete',
    summary: 'delete a goal and its history for good',
    places: ['goal_id'],
    run: ({ client }, input) => client.deleteGoal(input),
    show: deleted,
  }),
];
