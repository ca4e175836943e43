import { command } from '../command.ts';
import { deleted, fieldOptions, into, LIST, listed, textOption, truthOption } from '../options.ts';
import { itemLine, itemTable, pairs } from '../output-lines.ts';

export const actionItemCommands = [
  command({
    words: 'action-item list',
    summary: 'list tasks',
    options: { ...LIST, completed: truthOption('true or false.') },
    run: ({ client }, input) => listed(client, 'listActionItems', input),
    show: itemTable,
  }),
  command({
    words: 'action-item add',
    summary: 'add a task',
    places: ['description'],
    options: {
      due: into('due_at', textOption('ISO 8601 with a zone.')),
      ...fieldOptions('createActionItem'),
    },
    run: ({ client }, input) => client.createActionItem(input),
    show: itemLine,
  }),
  command({
    words: 'action-item get',
    summary: 'show one task with all fields',
    places: ['action_item_id'],
    run: ({ client }, input) => client.getActionItem(input),
    show: pairs,
  }),
  command({
    words: 'action-item edit',
    summary: 'change the text or the date of a task',
    places: ['action_item_id', 'description'],
    options: {
      due: into('due_at', textOption('ISO 8601 with a zone.')),
      ...fieldOptions('updateActionItem'),
    },
    run: ({ client }, input) => client.updateActionItem(input),
    show: itemLine,
  }),
  command({
    words: 'action-item reopen',
    summary: 'mark a task as open again',
    places: ['action_item_id'],
    run: ({ client }, input) => client.updateActionItem({ ...input, completed: false }),
    show: itemLine,
  }),
  command({
    words: 'action-item done',
    summary: 'mark a task as done',
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
