import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionItem } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { inputClass } from '../design/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../design/states.tsx';
import { dayOf, instantOf } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { EVENING, Task } from './task.tsx';
import { doneTasksQuery, openTasksQuery, useTaskAdd } from './tasks.ts';

export default function TasksPage() {
  const open = useQuery(openTasksQuery);
  const done = useQuery(doneTasksQuery);
  const add = useTaskAdd();
  const [day, setDay] = useState('');
  const isNotDeleted = useNotDeleted();
  const tasks = (open.data ?? []).filter(isNotDeleted);
  const finished = (done.data ?? []).filter(isNotDeleted);
  return (
    <>
      <title>{`${m.tasks()} – Commonplace`}</title>
      <h1 className="mb-5 font-serif text-28 font-semibold">{m.tasks()}</h1>
      <Adding
        label={m.add_task()}
        onAdd={async (description) => {
          await add.mutateAsync({ description, due_at: day ? instantOf(day, EVENING) : null });
          setDay('');
        }}
      >
        <input
          type="date"
          aria-label={m.due_date()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className={inputClass('flex-none')}
        />
      </Adding>
      {open.error && !open.data ? (
        <ErrorState error={open.error} retry={() => void open.refetch()} />
      ) : open.isPending ? (
        <Skeleton lines={6} />
      ) : tasks.length + finished.length === 0 ? (
        <EmptyState title={m.tasks_none()} />
      ) : (
        <div className="mt-8 grid gap-8">
          {sections(tasks).map(([title, list]) => (
            <TaskList key={title} title={title} tasks={list} />
          ))}
          {finished.length > 0 && (
            <details className="group/done">
              <summary className="w-fit rounded-control py-1 font-serif text-16 text-ink-2 hover:text-ink">
                {m.tasks_done()}
              </summary>
              <TaskList tasks={finished} />
            </details>
          )}
        </div>
      )}
    </>
  );
}

/**
 * The tasks that are due by tonight, the tasks that are due later, and the tasks without a date.
 */
function sections(tasks: readonly ActionItem[]): [string, ActionItem[]][] {
  const today = dayOf(new Date());
  const byDate = tasks.toSorted((a, b) => (a.due_at ?? '').localeCompare(b.due_at ?? ''));
  const groups = Map.groupBy(byDate, ({ due_at }) =>
    due_at === null ? 'someday' : dayOf(due_at) <= today ? 'today' : 'next',
  );
  const titles = { today: m.tasks_today(), next: m.tasks_next(), someday: m.tasks_someday() };
  return (['today', 'next', 'someday'] as const).flatMap((name): [string, ActionItem[]][] => {
    const list = groups.get(name);
    return list ? [[titles[name], list]] : [];
  });
}

function TaskList({ title, tasks }: { title?: string; tasks: readonly ActionItem[] }) {
  return (
    <section>
      {title && <h2 className="mb-2 font-serif text-16 font-semibold">{title}</h2>}
      <ul>
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}
