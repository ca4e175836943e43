/** Hours that count from the moment: "in half an hour", "an hour from now", "en media hora". */
import { entryOf } from '../../core/text.ts';
import { addMinutes, isoDay, isoTime } from './wall-clock.ts';
import type { CalendarText } from './calendar-text.ts';
import { countAt } from './counted-days.ts';
import type { HourMention } from './mention.ts';

/** "In a minute" and "in two minutes" mean soon. */
const MIN_MINUTES = 5;
const MINUTES_OF_HOUR = 60;
const MAX_WORDS = 5;
/** Words between "did" and "in two hours" in "I did the garden in two hours". */
const WORDS_BEFORE = 4;

export function hourAhead(text: CalendarText, at: number): HourMention | null {
  const { ahead, from } = text.calendar;
  const { hour, minute = 0 } = text.today;
  const isAhead = ahead.includes(text.word(at));
  if (hour === undefined || (isAhead && isLength(text, at))) return null;
  const first = isAhead ? at + (text.word(at + 1) === 'de' ? 2 : 1) : at;
  const span = minutesAt(text, first);
  if (!span || span.minutes < MIN_MINUTES) return null;
  const isFromNow = from !== null && text.phrase(span.to, 2) === from.join(' ');
  if (!isAhead && !isFromNow) return null;
  const wall = addMinutes({ ...text.today, hour, minute }, span.minutes);
  return {
    kind: 'hour',
    from: at,
    to: span.to + (isFromNow ? 2 : 0),
    date: isoDay(wall),
    time: isoTime(wall),
    end: null,
    form: 'clock',
    isSure: true,
  };
}

/** "It was done in an hour" and "twice in an hour" say how long something lasts. */
function isLength({ words, calendar }: CalendarText, at: number): boolean {
  const before = words.slice(Math.max(0, at - WORDS_BEFORE), at);
  return before.some((word) => calendar.lasting.includes(word));
}

/** "Half an hour", "twenty minutes", "an hour and a half", "two and a half hours". */
function minutesAt(text: CalendarText, at: number): { minutes: number; to: number } | null {
  const { minutes, hour, minute, and_a_half } = text.calendar;
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const value = entryOf(minutes, text.phrase(at, length));
    if (value !== undefined) return { minutes: value, to: at + length };
  }
  const count = countAt(text, at);
  if (!count) return null;
  const halfAt = (place: number) => {
    const length = and_a_half?.split(' ').length ?? 0;
    return length > 0 && text.phrase(place, length) === and_a_half ? length : 0;
  };
  let to = at + count.length;
  const before = halfAt(to);
  to += before;
  if (before === 0 && minute.includes(text.word(to))) return { minutes: count.value, to: to + 1 };
  if (!hour.includes(text.word(to))) return null;
  to += 1;
  const after = before === 0 ? halfAt(to) : 0;
  const half = before + after > 0 ? MINUTES_OF_HOUR / 2 : 0;
  return { minutes: count.value * MINUTES_OF_HOUR + half, to: to + after };
}
