/** Commands that make something of the words behind their name, such as “new task call Ana”. */
import { Bookmark, ListTodo, UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { notify } from '../../design/notices.ts';
import * as m from '../../paraglide/messages.js';
import { addPerson } from '../../people/people.ts';
import { toMessage } from '../../service/problems.ts';
import { queryClient } from '../../service/queries.ts';
import { addTask, addedText, dueWordsNow } from '../../tasks/tasks.ts';
import { write } from '../../writing/writes.ts';
import type { Command } from './command.ts';
import { folded } from './fits.ts';

/** Something that is made from the words behind the name of the command. */
interface Maker {
  key: string;
  icon: LucideIcon;
  /** The name, which also begins the query that makes something. */
  label: () => string;
  title: (given: { text: string }) => string;
  words: () => string;
  /** Returns what to say when it is made. */
  make: (text: string) => Promise<string>;
}

const MAKERS: readonly Maker[] = [
  {
    key: 'new-task',
    icon: ListTodo,
    label: m.new_task,
    title: m.new_task_named,
    words: m.find_new_task,
    make: async (description) =>
      addedText(await addTask({ description, due_at: null, due_words: dueWordsNow() })),
  },
  {
    key: 'new-fact',
    icon: Bookmark,
    label: m.new_fact,
    title: m.new_fact_named,
    words: m.find_new_fact,
    make: async (content) => {
      await write('createOwnMemory', { content, category: 'manual' });
      return m.remembered();
    },
  },
  {
    key: 'new-person',
    icon: UserPlus,
    label: m.new_person,
    title: m.new_person_named,
    words: m.find_new_person,
    make: async (name) => {
      await addPerson(name);
      return m.person_added();
    },
  },
];

async function makeFrom({ make }: Maker, text: string): Promise<void> {
  try {
    notify(await make(text));
    await queryClient.invalidateQueries();
  } catch (error) {
    notify(`${text}: ${toMessage(error)}`, { tone: 'problem' });
  }
}

/** “New task …” asks for words; “new task call Ana” makes the task. */
export function makers(query: string): Command[] {
  return MAKERS.map((maker) => {
    const { key, icon, label, title, words } = maker;
    const text = textAfter(label(), query);
    if (text === '')
      return { key, icon, title: `${label()} …`, words: words(), fill: `${label()} ` };
    return {
      key,
      icon,
      title: title({ text }),
      words: query,
      run: () => void makeFrom(maker, text),
    };
  });
}

/** Returns the words after the name of a command; an empty text when the query does not begin so. */
function textAfter(label: string, query: string): string {
  const [name, typed] = [folded(label), folded(query)];
  return typed.startsWith(`${name} `) ? query.slice(label.length).trim() : '';
}

/** Makes a task from any words. */
export function taskFrom(query: string): Command {
  const [task] = MAKERS;
  const title = m.new_task_named({ text: query });
  return { key: 'task-from', icon: ListTodo, title, run: () => void makeFrom(task!, query) };
}
