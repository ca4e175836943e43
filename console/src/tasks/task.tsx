import { Link } from '@tanstack/react-router';
import { BookOpen, CalendarDays, Ellipsis, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ActionItem } from '../../../client/src/index.ts';
import { IconButton, iconButtonClass } from '../design/button.tsx';
import { Editable } from '../design/editable.tsx';
import { Checkbox } from '../design/field.tsx';
import { hasOwnFields } from '../design/forms/own-fields.tsx';
import { dayOf, instantOf } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { deleteRecords } from '../writing/deletions.ts';
import { Waits } from '../writing/waits.tsx';
import { DueDate } from './due.tsx';
import { useTaskChange, useTaskEdit, useTick } from './tasks.ts';

/** A task with a day but no time is due when the day ends. */
export const END_OF_DAY = '23:59';

/** On a narrow screen, the field shows only while it has the focus. */
const DATE =
  'h-9 w-0 rounded-control bg-transparent text-13 text-ink-2 not-focus:opacity-0 focus:w-[9.5rem] ' +
  'sm:w-[9.5rem] sm:px-2 sm:opacity-100!';

/** A task that can be ticked, edited, moved and deleted, with a link to its other fields except on its own page. */
export function Task({ task, isAlone = false }: { task: ActionItem; isAlone?: boolean }) {
  const { id, description, completed, due_at, conversation_id } = task;
  const change = useTaskChange();
  const edit = useTaskEdit(id);
  const tick = useTick();
  const date = useRef<HTMLInputElement>(null);
  const remove = () => deleteRecords('task', [{ id, before: description }], m.task_deleted());
  return (
    <div className="group flex items-start gap-3 border-b border-hairline py-2">
      <label className="-m-2 flex p-2 pt-2.5">
        <span className="sr-only">{description}</span>
        <Checkbox
          data-row
          checked={completed}
          onChange={({ target }) => tick(task, target.checked)}
        />
      </label>
      <div className="min-w-0 flex-1">
        <Editable
          text={description}
          label={m.edit_task()}
          isRow={false}
          className={completed ? 'text-ink-2 line-through decoration-1' : ''}
          onSave={edit.mutateAsync}
        />
        <DueDate task={task} />
        <Waits id={id} />
      </div>
      <div className="-my-1 hidden group-focus-within:flex group-hover:flex pointer-coarse:flex">
        {conversation_id && (
          <Link
            to="/conversations/$id"
            params={{ id: conversation_id }}
            aria-label={m.open_source()}
            title={m.open_source()}
            className={iconButtonClass()}
          >
            <BookOpen size={16} />
          </Link>
        )}
        {/* A narrow screen has no room for the date, and asks for it with a button. */}
        <IconButton
          label={m.due_date()}
          className="sm:hidden"
          onClick={() => date.current?.showPicker()}
        >
          <CalendarDays size={16} />
        </IconButton>
        <input
          ref={date}
          type="date"
          aria-label={m.due_date()}
          value={due_at ? dayOf(due_at) : ''}
          onChange={({ target: { value } }) =>
            change.mutate({ id, due_at: value ? instantOf(value, END_OF_DAY) : null })
          }
          className={DATE}
        />
        {!isAlone && hasOwnFields('updateActionItem') && (
          <Link
            to="/tasks/$id"
            params={{ id }}
            aria-label={m.more()}
            title={m.more()}
            className={iconButtonClass()}
          >
            <Ellipsis size={16} />
          </Link>
        )}
        <IconButton label={m.delete_item({ title: description })} onClick={remove}>
          <Trash2 size={16} />
        </IconButton>
      </div>
    </div>
  );
}
