import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ActionItem } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { IconButton } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import { Checkbox, inputClass } from '../design/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../design/states.tsx';
import { dateAndTime, dayOf, instantOf } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdDeletion, useNotDeleted } from '../shell/held-deletions.ts';
import { doneTasksQuery, openTasksQuery, useTaskAdd, useTaskChange } from './tasks.ts';

/** A task with a day but no time is due in the evening. */
const EVENING = '18:00';

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
        maxLength={500}
        onAdd={(description) => {
          add.mutate({ description, due_at: day ? instantOf(day, EVENING) : null });
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

const isLate = ({ due_at, completed }: ActionItem): boolean =>
  due_at !== null && !completed && Date.parse(due_at) < Date.now();

function Task({ task }: { task: ActionItem }) {
  const { id, description, completed, due_at, conversation_id } = task;
  const change = useTaskChange();
  const remove = () =>
    holdDeletion([id], {
      text: m.task_deleted(),
      run: () => service.deleteOwnActionItem({ action_item_id: id }),
      after: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
    });
  return (
    <li className="group flex items-start gap-3 border-b border-hairline py-2 last:border-0">
      <label className="-m-2 flex p-2 pt-2.5">
        <span className="sr-only">{description}</span>
        <Checkbox
          checked={completed}
          onChange={(event) => change.mutate({ id, completed: event.target.checked })}
        />
      </label>
      <div className="min-w-0 flex-1">
        <Editable
          text={description}
          label={m.edit_task()}
          className={completed ? 'text-ink-2 line-through decoration-1' : ''}
          onSave={(text) => change.mutate({ id, description: text })}
        />
        {due_at && (
          <p className={`text-13 ${isLate(task) ? 'text-brick' : 'text-ink-2'}`}>
            {dateAndTime(due_at)}
          </p>
        )}
      </div>
      <div className="-my-1 hidden group-focus-within:flex group-hover:flex pointer-coarse:flex">
        {conversation_id && (
          <Link
            to="/conversations/$id"
            params={{ id: conversation_id }}
            aria-label={m.open_source()}
            title={m.open_source()}
            className="grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <BookOpen size={16} />
          </Link>
        )}
        <input
          type="date"
          aria-label={m.due_date()}
          value={due_at ? dayOf(due_at) : ''}
          onChange={({ target: { value } }) =>
            change.mutate({ id, due_at: value ? instantOf(value, EVENING) : null })
          }
          className="hidden h-9 w-[9.5rem] rounded-control bg-transparent px-2 text-13 text-ink-2 sm:block"
        />
        <IconButton label={m.delete_item({ title: description })} onClick={remove}>
          <Trash2 size={16} />
        </IconButton>
      </div>
    </li>
  );
}
