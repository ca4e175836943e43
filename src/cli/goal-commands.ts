import { command } from './command.ts';
import { deleted, LIMIT, number, numeric, text } from './options.ts';
import { goalLine, lines, pairs } from './show.ts';

export const goalCommands = [
  command({
    words: 'goal list',
    summary: 'what you work toward',
    options: {
      ...LIMIT,
      all: { kind: 'flag', doc: 'Also those that are over.', field: 'include_inactive' },
    },
    run: ({ client }, input) => client.listGoals(input),
    show: (goals) => lines(goals, goalLine),
  }),
  command({
    words: 'goal get',
    summary: 'one goal, whole',
    places: ['goal_id'],
    run: ({ client }, input) => client.getGoal(input as never),
    show: pairs,
  }),
  command({
    words: 'goal add',
    summary: 'set a goal; with --type it is measured',
    places: ['title'],
    options: {
      why: { kind: 'text', doc: 'Why it matters.', field: 'why_it_matters' },
      until: { kind: 'text', doc: 'ISO 8601 with a zone.', field: 'horizon_at' },
      type: { kind: 'text', doc: 'numeric, scale or boolean.', field: 'goal_type' },
      target: { kind: 'number', doc: 'The value at which it is reached.', field: 'target_value' },
      unit: text('What the values count.'),
    },
    run: ({ client }, input) => client.createGoal(input as never),
    show: goalLine,
  }),
  command({
    words: 'goal edit',
    summary: 'give a goal another title',
    places: ['goal_id', 'title'],
    run: ({ client }, input) => client.updateGoal(input as never),
    show: goalLine,
  }),
  command({
    words: 'goal progress',
    summary: 'say where a goal stands now',
    places: ['goal_id', 'value'],
    run: ({ client }, { goal_id, value }) =>
      client.recordGoalProgress({ goal_id: String(goal_id), current_value: numeric(value) }),
    show: goalLine,
  }),
  command({
    words: 'goal history',
    summary: 'how a goal moved, day by day',
    places: ['goal_id'],
    options: { days: number('How many days back; default 30.') },
    run: ({ client }, input) => client.getGoalHistory(input as never),
    show: (days) => lines(days, ({ date, value }) => `${date}  ${value}`),
  }),
  command({
    words: 'goal done',
    summary: 'a goal is achieved',
    places: ['goal_id'],
    run: ({ client }, input) => client.updateGoal({ ...input, status: 'achieved' } as never),
    show: goalLine,
  }),
  command({
    words: 'goal delete',
    summary: 'delete a goal and its history for good',
    places: ['goal_id'],
    run: ({ client }, input) => client.deleteGoal(input as never),
    show: deleted,
  }),
];
