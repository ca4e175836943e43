/** What a search says of time, people and folders: in its words, and in the fields beside them. */
import { z } from 'zod';
import { Unrecognised } from '../../core/errors.ts';
import { comparable } from '../../core/text.ts';
import { beginning, TextRange } from '../../core/wire.ts';
import { askedDays } from './asking/asked-days.ts';
import { askedMeeting } from './asking/asked-meetings.ts';
import { askedFolders, askedPeople, mayName } from './asking/asked-names.ts';
import type { AskedName, AskedRecord } from './asking/asked-names.ts';
import { ASKING } from './asking/asking-words.ts';
import { isAsking } from '../../engines/answering/kinds.ts';
import { isOfTalking, tellingTerms } from '../../engines/words/terms.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectUser, timezoneOf } from '../accounts/accounts.ts';
import { boundsOf, weekStartOf } from '../accounts/day-bounds.ts';
import { selectNames, selectNextMeeting, type Restriction } from './queries.sql.ts';

const Name = z.string().trim().min(1).max(300);

/** The fields of a search that say the same as words in it. */
export const Narrowing = {
  from: z
    .string()
    .nullish()
    .describe(
      "Only what was said from this day or time on; for tasks, also what is due then. A day is the user's day.",
    ),
  to: z.string().nullish().describe('Only what was said until this time or the end of this day.'),
  with: z
    .array(Name)
    .max(10)
    .nullish()
    .describe(
      'Ids or names of people. A record is with a person who speaks in its conversation or whom ' +
        'its text names. With several: with all of them.',
    ),
  folder: Name.nullish().describe('The id or the name of a folder.'),
};

const NamedRecord = z.object({
  id: z.string().describe('The id.'),
  name: z.string().describe('The name.'),
});

export const Understood = z
  .object({
    text: z.string().describe('The words that are searched.'),
    from: z.string().nullable().describe('The first day or time; null without one.'),
    to: z.string().nullable().describe('The last day or time; null without one.'),
    with: z.array(NamedRecord).describe('The people.'),
    folder: NamedRecord.nullable().describe('The folder; null without one.'),
    read: z
      .array(
        TextRange.extend({
          kind: z
            .enum(['time', 'with', 'folder'])
            .describe('What these words name: a time, people or a folder.'),
        }),
      )
      .describe('The ranges of `query` that were understood, in their order.'),
  })
  .meta({ id: 'UnderstoodSearch' });
export type Understood = z.output<typeof Understood>;

export type Narrowed = z.output<z.ZodObject<typeof Narrowing>>;

export interface UnderstoodQuery {
  understood: Understood;
  /** Null when nothing restricts the search. */
  restriction: Restriction | null;
  /** True when no word is left that could be searched: "what did I say yesterday". */
  isWithoutSubject: boolean;
}

/** Reads a search. A field takes the place of words that say the same. */
export async function understandQuery(
  context: Context,
  query: string,
  fields: Narrowed,
): Promise<UnderstoodQuery> {
  const timezone = await timezoneOf(context);
  const [saidDays, people, folders] = await Promise.all([
    daysIn(context, query, timezone),
    namesIn(context, query, 'with'),
    namesIn(context, query, 'folder'),
  ]);
  const meeting = await meetingIn(context, query, people);
  const days = meeting ?? saidDays;
  const [people_given, folder_given] = await Promise.all([
    Promise.all((fields.with ?? []).map((name) => named(context, name, 'people'))),
    fields.folder ? named(context, fields.folder, 'folders') : null,
  ]);
  const read = [
    ...(days ? [{ kind: 'time' as const, start: days.start, end: days.end }] : []),
    ...people.map(({ start, end }) => ({ kind: 'with' as const, start, end })),
    ...folders.slice(0, 1).map(({ start, end }) => ({ kind: 'folder' as const, start, end })),
  ].toSorted((one, other) => one.start - other.start);
  const hasTime = Boolean(fields.from ?? fields.to);
  const [from, to] = hasTime ? [fields.from, fields.to] : [days?.from, days?.to];
  const said = people.length > 0 ? people.map((each) => each.named) : (meeting?.people ?? []);
  const withPeople = people_given.length > 0 ? people_given : said;
  const folder = folder_given ?? folders[0]?.named ?? null;
  const text = without(query, read);
  const understood: Understood = {
    text,
    from: from ?? null,
    to: to ?? null,
    with: [...new Map(withPeople.flat().map((each) => [each.id, each])).values()],
    folder: folder?.[0] ?? null,
    read,
  };
  const isRestricted = understood.from || understood.to || withPeople.length > 0 || folder;
  const { from: start, until } = boundsOf({ start_date: from, end_date: to }, timezone);
  if (start && until && start >= until) throw new Unrecognised('from must not be after to.');
  return {
    understood,
    restriction: isRestricted
      ? { from: start, until, with: withPeople, folder_ids: folder?.map(({ id }) => id) ?? null }
      : null,
    isWithoutSubject: Boolean(isRestricted) && !hasSubject(text),
  };
}

const TALKING = new Set(
  Object.values(ASKING).flatMap(({ talking }) => tellingTerms(talking.join(' '))),
);

const hasSubject = (text: string): boolean =>
  tellingTerms(text).some((term) => !isOfTalking(term) && !isAsking(term) && !TALKING.has(term));

async function daysIn(context: Context, query: string, timezone: string) {
  const asking = { now: context.clock.now(), timezone };
  if (!askedDays(query, asking)) return null;
  // The first day of the week is read only when the words name a time.
  const user = await selectUser(context.db, userOf(context));
  return askedDays(query, { ...asking, weekStart: weekStartOf(user) });
}

/** Reads "before my next meeting": what was said until it begins, and with its people. */
async function meetingIn(context: Context, query: string, people: readonly AskedName[]) {
  const asked = askedMeeting(query);
  if (!asked) return null;
  const { start, end, name } = asked;
  const following = people.find((each) => each.start >= end);
  const named = following?.named ?? (name === null ? [] : [{ name }]);
  const user_id = userOf(context);
  const next = await selectNextMeeting(context.db, user_id, { now: context.clock.now(), named });
  if (!next) return null;
  const known = name === null ? await selectNames(context.db, user_id, 'people') : [];
  const own = new Set(
    next.names.flatMap((one) => [comparable(one), comparable(one).split(' ')[0]]),
  );
  const with_it = known.filter((person) => own.has(comparable(person.name)));
  return {
    start,
    end,
    from: null,
    to: next.start_at.toISOString(),
    people: with_it.length > 0 ? [with_it] : [],
  };
}

async function namesIn(
  context: Context,
  query: string,
  kind: 'with' | 'folder',
): Promise<AskedName[]> {
  if (!mayName(query, kind)) return [];
  const table = kind === 'with' ? 'people' : 'folders';
  const names = await selectNames(context.db, userOf(context), table);
  return kind === 'with' ? askedPeople(query, names) : askedFolders(query, names);
}

/** Returns the records with an id or a name. */
async function named(
  context: Context,
  name: string,
  table: 'people' | 'folders',
): Promise<AskedRecord[]> {
  const names = await selectNames(context.db, userOf(context), table);
  const byId = names.filter(({ id }) => id === name.toLowerCase());
  if (byId.length > 0) return byId;
  const [found] =
    table === 'people' ? askedPeople(`with:${name}`, names) : askedFolders(`folder:${name}`, names);
  if (found && found.end >= `${table === 'people' ? 'with' : 'folder'}:${name}`.length) {
    return found.named;
  }
  const what = table === 'people' ? 'person' : 'folder';
  throw new Unrecognised(`There is no ${what} '${beginning(name, 50)}'.`);
}

/** Leaves out what was understood. */
function without(query: string, ranges: readonly { start: number; end: number }[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of ranges) {
    text += query.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return `${text}${query.slice(at)}`.replace(/\s+/g, ' ').trim();
}
