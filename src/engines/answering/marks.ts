/** Formats of dates and of source numbers, which all lines of an answer share. */
import type { Evidence, Question } from './answerer.ts';

export const datesFor = (locale: string, timeZone: string) => ({
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
  moment: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }),
});

/** Returns a function that gives the source number of a conversation, such as " [1]". */
export function markerFor(
  { unmarked }: Question,
  conversations: Evidence['conversations'],
): (id: string) => string {
  const places = new Map(conversations.map(({ id }, place) => [id, place]));
  return (id) => (places.has(id) && !unmarked ? ` [${places.get(id)! + 1}]` : '');
}
