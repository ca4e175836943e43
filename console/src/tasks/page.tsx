import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ActionItem } from '../../../client/src/index.ts';
import { GroupedList } from '../design/lists/grouped-list.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { now } from '../time/clock.ts';
import { dayOf, instantOf } from '../time/time.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { NewTask } from './new-task.tsx';
import { Task } from './task.tsx';
import { byDue, doneTasksQuery, openTasksQuery, useTicked } from './tasks.ts';

const route = getRouteApi('/inside/tasks');

export default function TasksPage() {
  const { new: isNew } = route.useSearch();
  const open = useInfiniteQuery(openTasksQuery);
  const done = useQuery(doneTasksQuery);
  const isNotDeleted = useNotDeleted();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = open;
  const withTicked = useTicked();
  const shown = useMemo(() => {
    const tasks = data?.pages.flatMap(({ items }) => items.filter(isOpen)) ?? [];
    return withTicked(tasks).filter(isNotDeleted).toSorted(byDue);
  }, [data, isNotDeleted, withTicked]);
  const groups = useMemo(() => groupsOf(shown), [shown]);
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const isShown = new Set(shown.map(({ id }) => id));
  const finished = [
    // Those that wait for the service.
    ...(data?.pages.flatMap(({ items }) => items.filter((each) => !isOpen(each))) ?? []),
    ...(done.data ?? []).filter(({ completed }) => completed),
  ].filter((each, place, all) => {
    const isFirst = all.findIndex(({ id }) => id === each.id) === place;
    return isFirst && !isShown.has(each.id) && isNotDeleted(each);
  });
  return (
    <>
      <Title>{m.tasks()}</Title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.tasks()}</h1>
      <NewTask autoFocus={isNew === true} />
      {open.error && !open.data ? (
        <ErrorState error={open.error} retry={() => void open.refetch()} />
      ) : open.isPending ? (
        <Skeleton lines={6} />
      ) : groups.length + finished.length === 0 ? (
        <EmptyState title={m.tasks_none()} />
      ) : (
        <div className="mt-4 grid gap-8">
          <GroupedList
            label={m.tasks()}
            groups={groups}
            estimate={65}
            onEnd={onEnd}
            render={(task) => <Task task={task} />}
          />
          {finished.length > 0 && !hasNextPage && (
            <details className="group/done">
              <summary className="w-fit rounded-control py-1 font-serif text-16 text-ink-2 hover:text-ink">
                {m.tasks_done()}
              </summary>
              <ul>
                {finished.map((task) => (
                  <li key={task.id}>
                    <Task task={task} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </>
  );
}

const isOpen = ({ completed }: ActionItem) => !completed;

/**
 * Groups sorted tasks: those of earlier days, those that are due by tonight, those that are due
 * later, and those without a date.
 */
function groupsOf(tasks: readonly ActionItem[]) {
  const tonight = Date.parse(instantOf(dayOf(now()), '23:59')) + 60_000;
  const thisMorning = Date.parse(instantOf(dayOf(now()), '00:00'));
  const groups = Map.groupBy(tasks, ({ due_at }) => {
    if (due_at === null) return 'someday';
    const due = Date.parse(due_at);
    return due < thisMorning ? 'late' : due < tonight ? 'today' : 'next';
  });
  const titles = {
    late: m.tasks_late(),
    today: m.tasks_today(),
    next: m.tasks_next(),
    someday: m.tasks_someday(),
  };
  return (['late', 'today', 'next', 'someday'] as const).flatMap((key) => {
    const items = groups.get(key);
    return items ? [{ key, title: titles[key], items }] : [];
  });
}
