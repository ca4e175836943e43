import { EVERYTHING } from '../../core/search.ts';
import type { Ranked, SearchFilter, TimeSpan } from '../../core/search.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { dayOf } from '../accounts/day-bounds.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import type { Searchable } from './search-shapes.ts';
import { selectRestricted, selectSaid, type SaidRow } from './queries.sql.ts';

import type { UnderstoodQuery } from './understanding.ts';

/** The days are counted of so many results of each kind, the best. */
const MAX_COUNTED = 1_000;

/** A search whose words are all searched. */
export const asWritten = (text: string): UnderstoodQuery => ({
  understood: { text, from: null, to: null, with: [], folder: null, read: [] },
  restriction: null,
  isWithoutSubject: false,
});

/**
 * Ranks the records of a kind that a search asks for. A search without a subject finds everything
 * within its time, the newest first.
 */
export async function findWithin(
  context: Context,
  kind: Searchable,
  { understood: { text }, restriction, isWithoutSubject }: UnderstoodQuery,
  {
    limit,
    offset = 0,
    times,
    filter = EVERYTHING,
  }: { limit: number; offset?: number; times?: readonly TimeSpan[]; filter?: SearchFilter },
): Promise<Ranked> {
  const place = { user_id: userOf(context), kind };
  const rows = restriction
    ? await selectRestricted(context.db, place.user_id, kind, restriction)
    : null;
  const ids = rows?.map(({ id }) => id) ?? null;
  if (ids && isWithoutSubject && filter.speaker === null) {
    const page = ids.slice(offset, offset + limit);
    const groups = page.map((id) => ({ id, score: 1, texts: [] }));
    return { groups, total: ids.length, below_threshold: 0 };
  }
  const query = { text, limit, offset, filter: { ...filter, ids } };
  return context.search.find(context.db, place, { ...query, ...(times && { times }) });
}

/** Returns when the records were said, and when the tasks are due. */
export async function saidTimes(
  context: Context,
  kind: Searchable,
  ids: readonly string[],
): Promise<Map<string, SaidRow>> {
  const rows = ids.length > 0 ? await selectSaid(context.db, userOf(context), kind, ids) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts the results of each day, also outside the time to which a search is restricted. */
export async function countDays(
  context: Context,
  { restriction, ...asked }: UnderstoodQuery,
  finders: readonly [Searchable, (asked: UnderstoodQuery, limit: number) => Promise<Ranked>][],
): Promise<{ date: string; count: number }[]> {
  const anyTime = {
    ...asked,
    restriction: restriction && { ...restriction, from: null, until: null },
  };
  const timezone = await timezoneOf(context);
  const counts = new Map<string, number>();
  for (const [kind, find] of finders) {
    const { groups } = await find(anyTime, MAX_COUNTED);
    const said = await saidTimes(
      context,
      kind,
      groups.map(({ id }) => id),
    );
    for (const { at } of said.values()) {
      const day = dayOf(at, timezone);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([date, count]) => ({ date, count }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}
