/** Hours that count from the moment: "in half an hour", "an hour from now", "en media hora". */
import { entryOf } from '../../../core/text.ts';
import { addMinutes, isoDay, isoTime, wallClockAt } from '../wall-clock.ts';
import type { CalendarText } from '../calendar-text.ts';
import { countAt } from '../counted-days.ts';
import type { HourMention } from '../mention.ts';

/** "In a minute" and "in two minutes" mean soon. */
const MIN_MINUTES = 3;
const MINUTES_OF_HOUR = 60;
const MS_PER_MINUTE = 60_000;
const MAX_WORDS = 5;
/** Words between "did" and "in two hours" in "I did the garden in two hours". */
const WORDS_BEFORE = 4;

export function hourAhead(text: CalendarText, at: number): HourMention | null {
  const { ahead, from } = text.calendar;
  const { hour, minute = 0, instant: now, timezone } = text.today;
  const isAhead = ahead.includes(text.word(at));
  if (hour === undefined || (isAhead && isLength(text, at))) return null;
  const first = isAhead ? at + (text.word(at + 1) === 'de' ? 2 : 1) : at;
  const span = minutesAt(text, first);
  if (!span || span.minutes < MIN_MINUTES) return null;
  const isFromNow = from !== null && text.phrase(span.to, 2) === from.join(' ');
  if (!isAhead && !isFromNow) return null;
  const instant = now === undefined ? undefined : now + span.minutes * MS_PER_MINUTE;
  // When the clocks change, the wall clock shows another length of time.
  const wall =
    instant === undefined || timezone === undefined
      ? addMinutes({ ...text.today, hour, minute }, span.minutes)
      : wallClockAt(new Date(instant), timezone);
  return {
    kind: 'hour',
    from: at,
    to: span.to + (isFromNow ? 2 : 0),
    date: isoDay(wall),
    time: isoTime(wall),
    instant,
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

interface Length {
  minutes: number;
  to: number;
}

/** "2h", "90min", "1.5h". */
const SHORT = /^(\d{1,3}(?:[.,]\d)?)(h|std|hrs?|m|mins?)$/;
/** "1.5 hours", "2,5 Stunden". */
const DECIMAL = /^\d{1,2}[.,]\d$/;
const AND = /^(?:and|und|y)$/;

const minutesOf = (hours: string): number =>
  Math.round(Number(hours.replace(',', '.')) * MINUTES_OF_HOUR);

/** "Half an hour", "twenty minutes", "an hour and a half", "two hours and ten minutes". */
function minutesAt(text: CalendarText, at: number): Length | null {
  const { minutes, hour, minute } = text.calendar;
  for (let length = MAX_WORDS; length > 0; length -= 1) {
    const value = entryOf(minutes, text.phrase(at, length));
    if (value !== undefined) return { minutes: value, to: at + length };
  }
  const [, short, unit = ''] = SHORT.exec(text.word(at)) ?? [];
  if (short !== undefined) {
    const value = unit.startsWith('m') ? Math.round(Number(short)) : minutesOf(short);
    return { minutes: value, to: at + 1 };
  }
  if (DECIMAL.test(text.word(at)) && hour.includes(text.word(at + 1)))
    return { minutes: minutesOf(text.word(at)), to: at + 2 };
  const count = countAt(text, at);
  if (!count) return null;
  const to = at + count.length;
  if (minute.includes(text.word(to))) return { minutes: count.value, to: to + 1 };
  return hoursAt(text, count.value, to);
}

/** The hours whose number is before a place, with the half or the minutes behind them. */
function hoursAt(text: CalendarText, count: number, at: number): Length | null {
  const { hour, minute, and_a_half } = text.calendar;
  const halfAt = (place: number) => {
    const length = and_a_half?.split(' ').length ?? 0;
    return length > 0 && text.phrase(place, length) === and_a_half ? length : 0;
  };
  const before = halfAt(at);
  if (!hour.includes(text.word(at + before))) return null;
  const to = at + before + 1;
  const after = before === 0 ? halfAt(to) : 0;
  const minutes = count * MINUTES_OF_HOUR;
  if (before + after > 0) return { minutes: minutes + MINUTES_OF_HOUR / 2, to: to + after };
  const place = to + (AND.test(text.word(to)) ? 1 : 0);
  const more = countAt(text, place);
  const end = place + (more?.length ?? 0);
  return more && minute.includes(text.word(end))
    ? { minutes: minutes + more.value, to: end + 1 }
    : { minutes, to };
}
