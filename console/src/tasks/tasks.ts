import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { ActionItem } from '../../../client/src/index.ts';
import { addToLists, patchRecord, useChange } from '../service/change.ts';
import type { Edit } from '../service/merging.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { write, writeEdit } from '../writing/writes.ts';

const DONE_SHOWN = 50;

const PAGE = 100;
const MOST_DUE = 1000;

/** The open tasks, the earliest due first and those without a date last. */
export const openTasksQuery = infiniteQueryOptions({
  queryKey: ['tasks', 'open'],
  queryFn: ({ pageParam, signal }) =>
    service.page(
      'listOwnActionItems',
      { completed: false, sort: 'due_asc', limit: PAGE, cursor: pageParam },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** The open tasks that are due first. */
export const dueTasksQuery = queryOptions({
  queryKey: ['tasks', 'due'],
  queryFn: () => service.listOwnActionItems({ completed: false, sort: 'due_asc', limit: MOST_DUE }),
});

export const doneTasksQuery = queryOptions({
  queryKey: ['tasks', 'done'],
  queryFn: () => service.listOwnActionItems({ completed: true, limit: DONE_SHOWN }),
});

/**
 * A completed task stays in its place until the list is read again, so that the user can undo it.
 */
export const useTaskChange = () =>
  useChange({
    show: ({ id, ...change }: { id: string } & Partial<Pick<ActionItem, 'completed' | 'due_at'>>) =>
      patchRecord<ActionItem>('tasks', id, (each) => ({ ...each, ...change })),
    send: ({ id, completed, due_at }) =>
      write('updateOwnActionItem', {
        action_item_id: id,
        ...(completed !== undefined && { completed }),
        ...(due_at !== undefined && { due_at }),
      }),
  });

export const useTaskEdit = (id: string) =>
  useChange({
    show: ({ text }: Edit) =>
      patchRecord<ActionItem>('tasks', id, (each) => ({ ...each, description: text })),
    send: (edit) =>
      writeEdit(edit, {
        read: 'getOwnActionItem',
        key: { action_item_id: id },
        operation: 'updateOwnActionItem',
        field: 'description',
      }),
    isAtField: true,
  });

const OPEN = openTasksQuery.queryKey;

const waitingTask = (id: string, task: { description: string; due_at: string | null }) => ({
  ...task,
  id,
  completed: false,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  completed_at: null,
  conversation_id: null,
});

export const useTaskAdd = () =>
  useMutation({
    mutationFn: (task: { description: string; due_at: string | null }) =>
      write('createOwnActionItem', task, {
        onWait: (id) => addToLists(OPEN, waitingTask(id, task)),
      }),
    onSuccess: (made) => made && queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
