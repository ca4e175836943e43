import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ActionItem, ActionItemCreate, Operations } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { addToLists, patchRecord, useChange } from '../service/change.ts';
import type { Edit } from '../service/merging.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { now } from '../time/clock.ts';
import { dayAfter, dueAt } from '../time/time.ts';
import { offerUndo } from '../writing/undo.ts';
import { write, writeEdit } from '../writing/writes.ts';

const DONE_SHOWN = 50;

const PAGE = 100;
/** More than a page of the day shows. */
const MOST_DUE = 100;

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

/** The open tasks that are due on a day, the earliest first. */
export const dueTasksQuery = (day: string) =>
  queryOptions({
    queryKey: ['tasks', 'due', day],
    queryFn: () =>
      service.listOwnActionItems({
        completed: false,
        due_from: day,
        due_to: day,
        sort: 'due_asc',
        limit: MOST_DUE,
      }),
  });

/** The open tasks that were due before a day, the latest first. */
export const overdueTasksQuery = (day: string) =>
  queryOptions({
    queryKey: ['tasks', 'overdue', day],
    queryFn: () =>
      service.listOwnActionItems({
        completed: false,
        due_to: dayAfter(day, -1),
        sort: 'due_desc',
        limit: MOST_DUE,
      }),
  });

const NONE: readonly ActionItem[] = [];

/** The tasks that were ticked on this page. No service lists them. */
const tickedQuery = queryOptions({
  queryKey: ['tasks', 'ticked'],
  queryFn: skipToken,
  initialData: NONE,
  meta: { isOfPage: true },
});

/** Adds the tasks that were ticked on this page: they stay in the lists until the user leaves it. */
export function useTicked(): (listed: readonly ActionItem[]) => ActionItem[] {
  const { data: ticked = NONE } = useQuery(tickedQuery);
  useEffect(() => {
    const forget = () => void queryClient.setQueryData(tickedQuery.queryKey, []);
    forget();
    return forget;
  }, []);
  return useCallback(
    (listed) => {
      const byId = new Map(listed.map((each) => [each.id, each]));
      for (const each of ticked) {
        byId.set(each.id, { ...each, ...byId.get(each.id), completed: each.completed });
      }
      return [...byId.values()];
    },
    [ticked],
  );
}

/** The order of the service: the earliest due first, those without a date last. */
export const byDue = (one: ActionItem, other: ActionItem): number =>
  dueTime(one) - dueTime(other) || one.id.localeCompare(other.id);
const dueTime = ({ due_at }: ActionItem) =>
  due_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(due_at);

export const doneTasksQuery = queryOptions({
  queryKey: ['tasks', 'done'],
  queryFn: () => service.listOwnActionItems({ completed: true, limit: DONE_SHOWN }),
});

type TaskChange = { id: string } & Omit<Operations['updateActionItem']['input'], 'action_item_id'>;

export const useTaskChange = () =>
  useChange({
    show: ({ id, ...change }: TaskChange) =>
      patchRecord<ActionItem>('tasks', id, (each) => ({ ...each, ...change })),
    send: ({ id, ...change }) => write('updateOwnActionItem', { action_item_id: id, ...change }),
  });

/** Ticks a task, which then stays where it is until the user leaves the page, or opens it again. */
export function useTick(): (task: ActionItem, completed: boolean) => void {
  const change = useTaskChange();
  return (task, completed) => {
    const { id, description: text } = task;
    queryClient.setQueryData(tickedQuery.queryKey, (ticked = []) => [
      ...ticked.filter((each) => each.id !== id),
      task,
    ]);
    change.mutate({ id, completed });
    const undo = () => change.mutate({ id, completed: false });
    if (completed) offerUndo(m.task_ticked({ text }), undo);
  };
}

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

type NewTask = Pick<ActionItemCreate, 'description' | 'due_words'> & { due_at: string | null };

const waitingTask = (id: string, { description, due_at }: NewTask) => ({
  description,
  due_at,
  id,
  completed: false,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  completed_at: null,
  conversation_id: null,
});

export const addTask = (task: NewTask) =>
  write('createOwnActionItem', task, {
    onWait: (id) => addToLists(OPEN, waitingTask(id, task)),
  });

export const useTaskAdd = () =>
  useMutation({
    mutationFn: addTask,
    onSuccess: (made) => made && queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });

/** The words of a new task mean a day as from now, in the language of the page. */
export const dueWordsNow = () => ({ at: now().toISOString(), language: getLocale() });

/** Says that a task was added, and when it is due; undefined is a task that waits for the service. */
export const addedText = (made: ActionItem | undefined): string => {
  if (!made) return m.task_added();
  return made.due_at ? m.task_added_due({ when: dueAt(made.due_at) }) : m.task_added_undated();
};
