import { command } from './command.ts';
import { deleted, into, LIMIT, text, truth } from './options.ts';
import { itemLine, lines, pairs } from './output-lines.ts';

export const actionItemCommands = [
  command({
    words: 'action-item list',
    summary: 'what is to be done',
    options: { ...LIMIT, completed: text('true or false.') },
    run: ({ client }, { completed, ...input }) =>
      client.listActionItems({
        ...input,
        ...(completed !== undefined && { completed: truth(completed) }),
      }),
    show: (items) => lines(items, itemLine),
  }),
  command({
    words: 'action-item add',
    summary: 'note a task',
    places: ['description'],
    options: { due: into('due_at', text('ISO 8601 with a zone.')) },
    run: ({ client }, input) => client.createActionItem(input),
    show: itemLine,
  }),
  command({
    words: 'action-item get',
    summary: 'one task, whole',
    places: ['action_item_id'],
    run: ({ client }, input) => client.getActionItem(input),
    show: pairs,
  }),
  command({
    words: 'action-item edit',
    summary: 'say a task in other words, or give it another date',
    places: ['action_item_id', 'description'],
    options: { due: into('due_at', text('ISO 8601 with a zone.')) },
    run: ({ client }, input) => client.updateActionItem(input),
    show: itemLine,
  }),
  command({
    words: 'action-item reopen',
    summary: 'a task is not done after all',
    places: ['action_item_id'],
    run: ({ client }, input) => client.updateActionItem({ ...input, completed: false }),
    show: itemLine,
  }),
  command({
    words: 'action-item done',
    summary: 'a task is done',
    places: ['action_item_id'],
    run: ({ client }, input) => client.updateActionItem({ ...input, completed: true }),
    show: itemLine,
  }),
  command({
    words: 'action-item delete',
    summary: 'delete a task for good',
    places: ['action_item_id'],
    run: ({ client }, input) => client.deleteActionItem(input),
    show: deleted,
  }),
];
