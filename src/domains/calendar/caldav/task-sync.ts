/** Writes tasks into a list of the user (VTODO), and reads what changed there. */
import ICAL from 'ical.js';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { timezoneOf } from '../../accounts/accounts.ts';
import { deadlineOf } from '../../accounts/day-bounds.ts';
import { changeItem } from '../../action-items/action-items.ts';
import { dayOfDue, emptyCalendar, setTask, todoOf } from '../icalendar.ts';
import type { CalendarTask } from '../icalendar.ts';
import type { NotedRecord } from '../../connections/connection-kind.ts';
import { Hindered } from '../../connections/service-request.ts';
import type { Dav, RemoteCalendar, RemoteEntry } from './dav.ts';
import { oneLine, parsed, readable, propertyText, toInstant } from './entry-reading.ts';
import * as sql from './task-sync.sql.ts';
import type { Agreed, LinkedTask } from './task-sync.sql.ts';

/** The most entries that are read at once, or written in one step. */
const MAX_BATCH = 50;

export const LIST_GONE = 'The list of tasks is gone. Your tasks stay.';

interface Run {
  context: Context;
  connection_id: string;
  dav: Dav;
  list: RemoteCalendar;
  timezone: string;
}

export interface TaskStep {
  came: number;
  records: NotedRecord[];
  isMore: boolean;
}

/** `isListed` is true when nothing changed in the list since the last run. */
export async function syncTasks(
  context: Context,
  { isListed, ...given }: Omit<Run, 'context' | 'timezone'> & { isListed: boolean },
): Promise<TaskStep> {
  const run: Run = { context, ...given, timezone: await timezoneOf(context) };
  const { dav, list, connection_id, timezone } = run;
  const key = { user_id: userOf(context), connection_id };
  await sql.forgetOtherLists(context.db, key, new URL(list.url).pathname);
  const tags = isListed ? null : await dav.list(list, 'VTODO');
  if (tags) await sql.markGone(context.db, key, [...tags.keys()]);
  const links = await sql.selectLinks(context.db, key);
  const stale = links.filter(
    ({ task, ...link }) =>
      task === null ||
      (tags && tags.get(link.href) !== link.etag) ||
      !isEqual(toAgreed(task, timezone), link.agreed),
  );
  const batch = stale.slice(0, MAX_BATCH);
  const step: TaskStep = { came: 0, records: [], isMore: stale.length > MAX_BATCH };
  const paths = batch.map(({ href }) => href);
  const entries = paths.length > 0 ? await dav.read(list.url, paths) : new Map();
  if (!entries) throw new Hindered(LIST_GONE);
  for (const link of batch) await reconcile(run, step, link, entries.get(link.href));
  const added = await sql.selectUnlinked(context.db, key, MAX_BATCH);
  for (const task of added) await add(run, task);
  step.isMore ||= added.length === MAX_BATCH;
  return step;
}

/** The id of the task is in the address, so a task is written once, also when the process dies. */
async function add({ context, connection_id, dav, list, timezone }: Run, task: CalendarTask) {
  const url = new URL(`commonplace-${task.id}.ics`, list.url);
  const calendar = emptyCalendar();
  calendar.addSubcomponent(todoOf(task, timezone));
  const written = await dav.write(url, `${calendar.toString()}\r\n`, null);
  const there = written ?? (await dav.read(list.url, [url.pathname]))?.get(url.pathname);
  if (!there) throw new Hindered(LIST_GONE);
  await sql.upsertLink(context.db, {
    user_id: userOf(context),
    connection_id,
    task_id: task.id,
    href: url.pathname,
    etag: there.etag ?? '',
    agreed: toAgreed(task, timezone),
  });
}

/** Brings both sides to the same state. The list is written first: a repetition finds it so. */
async function reconcile(
  run: Run,
  step: TaskStep,
  { task, ...link }: LinkedTask,
  entry: RemoteEntry | undefined,
): Promise<void> {
  const { context, dav, list, timezone } = run;
  const url = new URL(link.href, list.url);
  if (!task) {
    // What was changed in the list in the meantime stays there.
    if (entry && ['', entry.etag].includes(link.etag)) await dav.remove(url, entry.etag);
    return sql.deleteLink(context.db, link);
  }
  if (!entry) return sql.markLinkGone(context.db, link);
  const read = readable(() => readTodo(entry.text, timezone));
  if (!read) {
    step.records.push({ external_id: link.href, problem: 'It is no to-do that can be read.' });
    return sql.upsertLink(context.db, {
      ...link,
      etag: entry.etag,
      agreed: toAgreed(task, timezone),
    });
  }
  const ours = toAgreed(task, timezone);
  const { state, dropped } = merge(link.agreed, { ours, updated_at: task.updated_at }, read);
  const changed = {
    ...(state.title !== ours.title && { description: state.title }),
    ...(state.due !== ours.due && {
      due_at: state.due === null ? null : deadlineOf(state.due, timezone),
    }),
    ...(state.completed !== ours.completed && { completed: state.completed }),
  };
  let etag: string | null = entry.etag;
  if (!isEqual(state, read.theirs) || dropped !== null) {
    setTask(read.todo, { ...task, ...changed, updated_at: context.clock.now() }, timezone);
    if (dropped !== null) addNote(read.todo, dropped);
    const written = await dav.write(url, `${read.calendar.toString()}\r\n`, entry.etag);
    // It was changed at the same moment. The next run sees the change.
    if (!written) return;
    ({ etag } = written);
  }
  const isOurs = Object.keys(changed).length > 0;
  await transaction(context.db, async (db) => {
    if (isOurs) await changeItem({ ...context, db }, task.id, changed);
    await sql.upsertLink(db, { ...link, etag: etag ?? '', agreed: state });
  });
  if (isOurs) step.came += 1;
}

function toAgreed({ description, due_at, completed }: CalendarTask, timezone: string): Agreed {
  const due = due_at && (dayOfDue(due_at, timezone) ?? minuteOf(due_at));
  return { title: oneLine(description), due, completed };
}

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16)}:00Z`;

const isEqual = (one: Agreed, other: Agreed): boolean =>
  one.title === other.title && one.due === other.due && one.completed === other.completed;

interface ReadTodo {
  calendar: ICAL.Component;
  todo: ICAL.Component;
  theirs: Agreed;
  changed_at: Date;
}

/** Returns null for an entry that is no to-do. */
function readTodo(text: string, timezone: string): ReadTodo | null {
  const calendar = parsed(text);
  const todo = calendar.getFirstSubcomponent('vtodo');
  if (!todo) return null;
  const time = (name: string) => {
    const value = todo.getFirstPropertyValue(name);
    return value instanceof ICAL.Time ? value : null;
  };
  const due = time('due');
  const changed = time('last-modified') ?? time('dtstamp');
  const theirs = {
    title: propertyText(todo, 'summary'),
    due: due && (due.isDate ? due.toString() : minuteOf(toInstant(due, timezone))),
    completed:
      todo.hasProperty('completed') || todo.getFirstPropertyValue('status') === 'COMPLETED',
  };
  return { calendar, todo, theirs, changed_at: changed?.toJSDate() ?? new Date(0) };
}

/** A field that both sides changed is the newer one. An older title is returned as `dropped`. */
function merge(
  agreed: Agreed,
  { ours, updated_at }: { ours: Agreed; updated_at: Date },
  { theirs, changed_at }: ReadTodo,
): { state: Agreed; dropped: string | null } {
  const isOurs = (field: keyof Agreed): boolean => {
    if (theirs[field] === agreed[field]) return true;
    return ours[field] !== agreed[field] && updated_at > changed_at;
  };
  const state: Agreed = {
    // A to-do without a title keeps ours.
    title: isOurs('title') || theirs.title === '' ? ours.title : theirs.title,
    due: isOurs('due') ? ours.due : theirs.due,
    completed: isOurs('completed') ? ours.completed : theirs.completed,
  };
  const isTwice =
    ours.title !== agreed.title && ![agreed.title, ours.title, ''].includes(theirs.title);
  const dropped = isTwice ? (state.title === ours.title ? theirs.title : ours.title) : null;
  return { state, dropped };
}

/** The older of two titles stays in the notes of the to-do. */
function addNote(todo: ICAL.Component, title: string): void {
  const notes = String(todo.getFirstPropertyValue('description') ?? '');
  todo.updatePropertyWithValue('description', `${notes}\nOther wording: ${title}`.trim());
}
