import { USUAL_DURATION, WHOLE_DAY } from '../../engines/understanding/maker.ts';
import type { MadeEvent } from '../../engines/understanding/maker.ts';
import { isoDay, startOfDay, wallClockAt } from '../../engines/calendar/wall-clock.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { CONFIRMED } from '../action-items/found-items.ts';
import * as sql from './suggestions.sql.ts';
import type { SuggestionRow } from './suggestions.sql.ts';

/** Returns an event as a conversation stores it. One that begins with a day lasts the whole day. */
export function eventOf(
  row: Pick<SuggestionRow, 'text' | 'kept_as' | 'segment_id'>,
  { at, timezone }: { at: Date; timezone: string },
): MadeEvent {
  const date = isoDay(wallClockAt(at, timezone));
  const isWholeDay = startOfDay(date, timezone).getTime() === at.getTime();
  return {
    title: row.kept_as ?? row.text,
    description: '',
    start: at,
    ...(isWholeDay ? { duration: WHOLE_DAY, date } : { duration: USUAL_DURATION }),
    segment_id: row.segment_id,
    found_by: CONFIRMED,
  };
}

/** Adds the events that the user confirmed to those that were found anew. */
export async function withKeptEvents<Event extends MadeEvent>(
  context: Context,
  conversation_id: string,
  found: readonly Event[],
): Promise<(Event | MadeEvent)[]> {
  const rows = await sql.selectKeptEvents(context.db, userOf(context), conversation_id);
  if (rows.length === 0) return [...found];
  const timezone = await timezoneOf(context);
  const kept = rows.map((row) => eventOf(row, { at: row.at!, timezone }));
  const isNew = ({ title, start }: MadeEvent) =>
    found.every((event) => event.title !== title && event.start.getTime() !== start.getTime());
  return [...found, ...kept.filter(isNew)].toSorted(
    (one, other) => one.start.getTime() - other.start.getTime(),
  );
}
