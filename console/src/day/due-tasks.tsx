import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Checkbox } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';
import { dueTasksQuery, useTaskChange } from '../tasks/tasks.ts';
import { dayOf } from '../time/time.ts';

const MAX_SHOWN = 6;

/** Open tasks that are due by the end of a day. */
export function DueTasks({ day }: { day: string }) {
  const { data = [] } = useQuery(dueTasksQuery);
  const change = useTaskChange();
  const due = data.filter(({ due_at }) => due_at !== null && dayOf(due_at) <= day);
  if (due.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-serif text-16 font-semibold">{m.due_today()}</h2>
      <ul className="grid gap-1.5 text-14">
        {due.slice(0, MAX_SHOWN).map(({ id, description, completed }) => (
          <li key={id}>
            <label className="flex gap-2.5 py-0.5">
              <Checkbox
                checked={completed}
                onChange={({ target }) => change.mutate({ id, completed: target.checked })}
              />
              <span className={completed ? 'text-ink-2 line-through' : ''}>{description}</span>
            </label>
          </li>
        ))}
      </ul>
      {due.length > MAX_SHOWN && (
        <Link
          to="/tasks"
          className="mt-2 inline-block text-13 text-ink-2 underline underline-offset-4"
        >
          {m.more_tasks({ count: due.length - MAX_SHOWN })}
        </Link>
      )}
    </section>
  );
}
