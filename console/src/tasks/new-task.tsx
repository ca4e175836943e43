import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarDays, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Adding } from '../design/adding.tsx';
import { IconButton } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import { createStore, useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { service } from '../service/service.ts';
import { isOnline } from '../service/session.ts';
import { dueAt, instantOf } from '../time/time.ts';
import { END_OF_DAY } from './task.tsx';
import { addedText, dueWordsNow, useTaskAdd } from './tasks.ts';

/** Shorter words name no day, and longer ones are no task. */
const SHORTEST = 3;
const LONGEST = 500;
const READ_AFTER_MS = 150;

/** When a task with these words is due. */
const dueTimeQuery = (description: string) =>
  queryOptions({
    queryKey: ['due-time', description],
    queryFn: async ({ signal }) => {
      const asked = { description, language: getLocale() };
      return (await service.readOwnDueTime(asked, { signal })).due_at;
    },
    enabled: description.length >= SHORTEST && description.length <= LONGEST,
    placeholderData: keepPreviousData,
    // "Tomorrow" is another day tomorrow.
    gcTime: 0,
  });

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The line that adds a task. Words such as "tomorrow at five" become its date, which shows before it is added. */
export function NewTask({ autoFocus }: { autoFocus: boolean }) {
  const add = useTaskAdd();
  const [draft] = useState(() => createStore(''));
  const typed = useStore(draft).trim();
  const online = useStore(isOnline);
  const [day, setDay] = useState('');
  /** The words whose date the user does not want. */
  const [undated, setUndated] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const settled = useSettled(typed);
  const { data } = useQuery(dueTimeQuery(settled));
  const isUndated = undated !== '' && typed.startsWith(undated);
  const read = typed === '' || settled === '' || isUndated ? null : (data ?? null);
  const due = day ? instantOf(day, END_OF_DAY) : read;
  const onAdd = async (description: string) => {
    const made = await add.mutateAsync({
      description,
      due_at: day ? instantOf(day, END_OF_DAY) : null,
      ...(!isUndated && { due_words: dueWordsNow() }),
    });
    setDay('');
    setUndated('');
    if (made) notify(addedText(made));
  };
  return (
    <Adding label={m.add_task()} draft={draft} onAdd={onAdd} autoFocus={autoFocus}>
      <span className="relative flex-none">
        <IconButton label={m.due_date()} onClick={() => picker.current?.showPicker()}>
          <CalendarDays size={18} />
        </IconButton>
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-label={m.due_date()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className="pointer-events-none absolute inset-0 opacity-0"
        />
      </span>
      {due !== null ? (
        <p
          role="status"
          className="order-last flex basis-full items-center gap-1 text-13 text-ink-2"
        >
          {m.due_when({ when: dueAt(due) })}
          <IconButton
            label={m.without_date()}
            onClick={() => {
              setDay('');
              setUndated(typed);
            }}
          >
            <X size={14} />
          </IconButton>
        </p>
      ) : (
        !online &&
        typed !== '' && (
          <p className="order-last basis-full text-13 text-ink-2">{m.due_read_later()}</p>
        )
      )}
    </Adding>
  );
}
