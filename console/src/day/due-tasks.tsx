import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ActionItem } from '../../../client/src/index.ts';
import { Checkbox } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { DueDate } from '../tasks/due.tsx';
import { byDue, dueTasksQuery, overdueTasksQuery, useTick, useTicked } from '../tasks/tasks.ts';
import { dayOf } from '../time/time.ts';

const MAX_TODAY = 6;
const MAX_OVERDUE = 3;

/** The open tasks that are due today, and the latest of those that were due before. */
export function DueTasks({ day }: { day: string }) {
  const { data: today = [] } = useQuery(dueTasksQuery(day));
  const { data: before = [] } = useQuery(overdueTasksQuery(day));
  const withTicked = useTicked();
  const tasks = withTicked([...today, ...before])
    .filter(useNotDeleted())
    .toSorted(byDue);
  const isOfToday = ({ due_at }: ActionItem) => due_at !== null && dayOf(due_at) === day;
  return (
    <>
      <List title={m.due_today()} tasks={tasks.filter(isOfToday)} most={MAX_TODAY} />
      <List
        title={m.tasks_late()}
        tasks={tasks.filter((task) => !isOfToday(task)).toReversed()}
        most={MAX_OVERDUE}
      />
    </>
  );
}

function List({
  title,
  tasks,
  most,
}: {
  title: string;
  tasks: readonly ActionItem[];
  most: number;
}) {
  const id = useId();
  const tick = useTick();
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-serif text-16 font-semibold">
        {title}
      </h2>
      <ul className="grid gap-1.5 text-14">
        {tasks.slice(0, most).map((task) => (
          <li key={task.id}>
            <label className="flex gap-2.5 py-0.5">
              <Checkbox
                checked={task.completed}
                onChange={({ target }) => tick(task, target.checked)}
              />
              <span className="min-w-0 wrap-anywhere">
                <span className={task.completed ? 'text-ink-2 line-through' : ''}>
                  {task.description}
                </span>
                <DueDate task={task} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {tasks.length > most && (
        <Link
          to="/tasks"
          className="mt-2 inline-block text-13 text-ink-2 underline underline-offset-4"
        >
          {m.more_tasks({ count: tasks.length - most })}
        </Link>
      )}
    </section>
  );
}
