/** Formats of dates and of source numbers, which all lines of an answer share. */
import type { Evidence, Question } from './answerer.ts';

export const datesFor = (locale: string, timeZone: string) => ({
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
  fullDay: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone }),
  moment: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }),
});

/** Names the year only when it is another one than now. */
export function dayOf(
  at: Date,
  { now, timezone, locale }: { now: Date; timezone: string; locale: string },
): string {
  const yearOf = (time: Date) =>
    time.toLocaleDateString('en', { year: 'numeric', timeZone: timezone });
  const year = yearOf(at) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return at.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    timeZone: timezone,
    ...year,
  });
}

/** Returns a function that gives the source number of a conversation, such as " [1]". */
export function markerFor(
  { unmarked }: Question,
  conversations: Evidence['conversations'],
): (id: string) => string {
  const places = new Map(conversations.map(({ id }, place) => [id, place]));
  return (id) => (places.has(id) && !unmarked ? ` [${places.get(id)! + 1}]` : '');
}
