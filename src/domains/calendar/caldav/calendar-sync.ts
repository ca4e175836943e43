/** Reads the calendars of a user, as far as they changed since the last time. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { timezoneOf } from '../../accounts/accounts.ts';
import type { NotedRecord, OpenConnection, PullStep } from '../../connections/connection-kind.ts';
import { AnswerTooLarge } from '../../connections/service-request.ts';
import { keepCalendars, nameByMeetings, storeMeetings } from '../../meetings/stored-meetings.ts';
import type { ReadMeeting } from '../../meetings/stored-meetings.ts';
import * as sql from './caldav.sql.ts';
import { openDav } from './dav.ts';
import type { Dav, RemoteCalendar, RemoteEntry } from './dav.ts';
import { readEntry, Unreadable } from './entry-reading.ts';
import type { Window } from './entry-reading.ts';
import { LIST_GONE, syncTasks } from './task-sync.ts';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 400;
/** A list of the entries covers so many days, so that its XML is short. */
const SLICE_DAYS = 100;
/** After this time, all entries are listed again, because the window of time moves. */
const RELIST_MS = 7 * DAY_MS;
const MAX_BATCH = 100;
/** A list that never agrees must not keep a run going. */
const MAX_TASK_STEPS = 100;
/** Conversations of so many days are placed in every run: their words may come later than meetings. */
const RECENT_MS = 2 * DAY_MS;

export const CalDavSettings = z.strictObject({
  user_name: z.string().min(1).max(300).describe('The name for signing in.'),
  calendars: z
    .array(z.string().max(2_000))
    .max(100)
    .optional()
    .describe('The addresses of the calendars to read; all calendars without it.'),
  task_list: z
    .string()
    .max(2_000)
    .nullish()
    .describe('The address of the list into which tasks are written; none without it.'),
});

const Cursor = z.object({
  /** The address of the calendars, with the server and the user for which it was found. */
  home: z.object({ of: z.string(), url: z.string() }).optional(),
  calendars: z
    .record(
      z.string(),
      z.object({ tag: z.string(), token: z.string().nullable(), listed_at: z.number() }),
    )
    .default({}),
  /** The calendars that this run has looked at. */
  looked: z.array(z.string()).default([]),
  is_changed: z.boolean().default(false),
  /** The tag of the list of tasks when it was read last. */
  list_tag: z.string().optional(),
  /** How often this run has written tasks. */
  task_steps: z.number().default(0),
});
type Cursor = z.output<typeof Cursor>;
type Known = Cursor['calendars'][string];

interface Run {
  context: Context;
  connection: OpenConnection;
  dav: Dav;
  cursor: Cursor;
  settings: z.output<typeof CalDavSettings>;
  window: Window;
}

/**
 * Reads a batch of entries; without any, looks at a calendar that changed; without any, brings tasks
 * and their list together; and ends the run.
 */
export async function syncCalendars(
  context: Context,
  connection: OpenConnection,
): Promise<PullStep> {
  const now = context.clock.now().getTime();
  const away = WINDOW_DAYS * DAY_MS;
  const run: Run = {
    context,
    connection,
    dav: openDav(connection),
    cursor: Cursor.parse(connection.cursor),
    settings: CalDavSettings.parse(connection.settings),
    window: { from: new Date(now - away), until: new Date(now + away) },
  };
  const pending = await sql.selectPending(context.db, keyOf(run), MAX_BATCH);
  if (pending.length > 0) return readPending(run, pending);
  const { cursor, dav } = run;
  cursor.home = await homeOf(dav, connection, cursor);
  const remote = await dav.calendars(cursor.home.url);
  return (await findChanges(run, remote)) ?? finish(run, remote);
}

/** Finds the address of the calendars, which costs several requests, once for each account. */
export async function homeOf(
  dav: Dav,
  { address, settings }: OpenConnection,
  known: unknown,
): Promise<{ of: string; url: string }> {
  const of = `${address} ${String(settings.user_name)}`;
  const { home } = Cursor.parse(known);
  return home?.of === of ? home : { of, url: await dav.findHome() };
}

const keyOf = ({ context, connection }: Run): sql.EntryKey => ({
  user_id: userOf(context),
  connection_id: connection.id,
});

/** Looks at one calendar that changed; returns null when there is none. */
async function findChanges(run: Run, remote: readonly RemoteCalendar[]): Promise<PullStep | null> {
  const { context, connection, cursor, settings } = run;
  const wanted = remote.filter(
    ({ url, holds_events }) => settings.calendars?.includes(url) ?? holds_events,
  );
  const gone = goneCalendars(run, remote);
  const kept = new Set([...wanted.map(({ url }) => url), ...gone]);
  const known = Object.entries(cursor.calendars);
  if (known.some(([url]) => !kept.has(url))) {
    cursor.calendars = Object.fromEntries(known.filter(([url]) => kept.has(url)));
    await sql.forgetOtherCalendars(context.db, keyOf(run), [...kept]);
    await keepCalendars(context, { connection_id: connection.id, calendars: [...kept] });
  }
  const due = wanted.find((one) => isDue(run, one));
  if (!due) return null;
  cursor.calendars[due.url] = await lookAt(run, due, cursor.calendars[due.url]);
  cursor.looked.push(due.url);
  return { cursor, came: 0, isMore: true };
}

/** Returns the calendars that were deleted. Their meetings stay. */
function goneCalendars({ cursor, settings }: Run, remote: readonly RemoteCalendar[]): string[] {
  const listed = new Set(remote.map(({ url }) => url));
  return (settings.calendars ?? Object.keys(cursor.calendars)).filter((url) => !listed.has(url));
}

function isDue({ cursor, context }: Run, { url, tag }: RemoteCalendar): boolean {
  const known = cursor.calendars[url];
  if (cursor.looked.includes(url)) return false;
  return !known || tag === '' || known.tag !== tag || isOld(context, known);
}

const isOld = ({ clock }: Context, { listed_at }: Known): boolean =>
  clock.now().getTime() - listed_at > RELIST_MS;

/** Notes the entries that changed. They are read afterwards, even when the process dies before. */
async function lookAt(run: Run, remote: RemoteCalendar, known?: Known): Promise<Known> {
  const { context, connection, dav, window } = run;
  const place = { ...keyOf(run), calendar: remote.url };
  const note = (
    tags: ReadonlyMap<string, string>,
    { forget, readsAgain }: { forget(db: Context['db']): Promise<string[]>; readsAgain: boolean },
  ) =>
    transaction(context.db, async (db) => {
      await sql.noteEntries(db, place, tags, { readsAgain });
      const gone = new Map((await forget(db)).map((path) => [path, []]));
      const source = { connection_id: connection.id, calendar: remote.url, since: window.from };
      const deleted = await storeMeetings({ ...context, db }, source, gone);
      run.cursor.is_changed ||= deleted > 0;
    });
  if (known?.token && !isOld(context, known)) {
    const found = await dav.changes(remote, known.token);
    if (found) {
      const forget = async (db: Context['db']) => {
        await sql.forgetEntries(db, place, found.gone);
        return found.gone;
      };
      await note(found.changed, { forget, readsAgain: false });
      // The rest is for the next run.
      return { ...known, tag: found.isMore ? '' : remote.tag, token: found.token };
    }
  }
  const tags = new Map<string, string>();
  for (let from = window.from; from < window.until;) {
    const until = new Date(Math.min(from.getTime() + SLICE_DAYS * DAY_MS, window.until.getTime()));
    for (const [path, etag] of await listWithin(dav, remote, { from, until })) tags.set(path, etag);
    from = until;
  }
  const forget = (db: Context['db']) => sql.forgetUnlisted(db, place, [...tags.keys()]);
  await note(tags, { forget, readsAgain: true });
  return { tag: remote.tag, token: remote.token, listed_at: context.clock.now().getTime() };
}

/** Lists a shorter time when the answer is too large. */
async function listWithin(
  dav: Dav,
  remote: RemoteCalendar,
  { from, until }: Window,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await dav.list(remote, 'VEVENT', { from, until });
  } catch (error) {
    const half = (until.getTime() - from.getTime()) / 2;
    if (!(error instanceof AnswerTooLarge) || half < DAY_MS) throw error;
    const middle = new Date(from.getTime() + half);
    return new Map([
      ...(await listWithin(dav, remote, { from, until: middle })),
      ...(await listWithin(dav, remote, { from: middle, until })),
    ]);
  }
}

interface ReadBatch {
  meetings: Map<string, readonly ReadMeeting[]>;
  marks: sql.ReadMark[];
  records: NotedRecord[];
}

async function readPending(run: Run, pending: readonly sql.PendingEntry[]): Promise<PullStep> {
  const { context, connection, dav, cursor, window } = run;
  const { calendar } = pending[0]!;
  const paths = pending.map(({ href }) => href);
  const found = await readAll(dav, calendar, paths);
  const batch: ReadBatch = { meetings: new Map(), marks: [], records: [] };
  const timezone = await timezoneOf(context);
  for (const { href, problem } of pending) {
    // The library reads an entry in one go. Other work may go on in between.
    await setImmediate();
    const entry = found?.get(href);
    const mark = { href, etag: entry?.etag ?? null, repeats: false, problem: null };
    try {
      if (entry === null) throw new Unreadable('It is too large.');
      const read = entry && readEntry(entry.text, { timezone, window });
      // The meetings of an entry that was deleted go, and those of a calendar that was deleted stay.
      if (found) batch.meetings.set(href, read?.meetings ?? []);
      batch.marks.push({ ...mark, repeats: read?.repeats ?? false });
      if (problem !== null) batch.records.push({ external_id: href, problem: null });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      batch.marks.push({ ...mark, problem: error.message });
      batch.records.push({ external_id: href, problem: error.message });
    }
  }
  const came = await transaction(context.db, async (db) => {
    await sql.markRead(db, keyOf(run), batch.marks);
    const source = { connection_id: connection.id, calendar, since: window.from };
    return storeMeetings({ ...context, db }, source, batch.meetings);
  });
  const is_changed = cursor.is_changed || came > 0;
  return { cursor: { ...cursor, is_changed }, came, records: batch.records, isMore: true };
}

/** Reads fewer entries at once when the answer is too large; one that is too large itself is null. */
async function readAll(
  dav: Dav,
  calendar: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, RemoteEntry | null> | null> {
  try {
    return await dav.read(calendar, paths);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    if (paths.length === 1) return new Map([[paths[0]!, null]]);
    const half = Math.ceil(paths.length / 2);
    const [first, second] = [paths.slice(0, half), paths.slice(half)];
    const found = [await readAll(dav, calendar, first), await readAll(dav, calendar, second)];
    return new Map(found.flatMap((part) => [...(part ?? [])]));
  }
}

async function finish(run: Run, remote: readonly RemoteCalendar[]): Promise<PullStep> {
  const { context, connection, cursor, dav, settings, window } = run;
  const recent = new Date(context.clock.now().getTime() - RECENT_MS);
  if (await nameByMeetings(context, cursor.is_changed ? window.from : recent)) {
    return { cursor, came: 0, isMore: true };
  }
  const records: NotedRecord[] = goneCalendars(run, remote).map((url) => ({
    external_id: url,
    problem: 'The calendar is gone. Its meetings stay.',
  }));
  const ended = { ...cursor, looked: [], is_changed: false, task_steps: 0 };
  const { task_list } = settings;
  const list = remote.find(({ url }) => url === task_list);
  if (!list) {
    if (task_list) records.push({ external_id: task_list, problem: LIST_GONE });
    return { cursor: ended, came: 0, records, isMore: false };
  }
  const isListed = list.tag !== '' && list.tag === cursor.list_tag;
  const tasks = await syncTasks(context, { connection_id: connection.id, dav, list, isListed });
  const task_steps = cursor.task_steps + 1;
  const isMore = tasks.isMore && task_steps < MAX_TASK_STEPS;
  return {
    cursor: isMore ? { ...cursor, task_steps } : { ...ended, list_tag: list.tag },
    came: tasks.came,
    records: [...records, ...tasks.records],
    isMore,
  };
}
