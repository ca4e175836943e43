/** Hours as people say them: "half six", "zehn vor drei", "las tres y media". */
import type { CalendarText } from '../calendar-text.ts';
import type { HourMention, Mention } from '../mention.ts';
import { zoneAt } from './zones.ts';
import { endAt, endPlaceOf, spokenHourAt, type FoundHour } from './spoken-hours.ts';

export function hourAt(
  text: CalendarText,
  at: number,
  before: Mention | undefined,
): HourMention | null {
  const start = spokenHourAt(text, at, before);
  if (!start || !isHour(start)) return null;
  const end = endOf(text, at, start);
  const last = end?.to ?? at + start.length;
  const other =
    zoneAt(text, last) ?? zoneAt(text, last + Number(HALF_OR_HOUR.test(text.word(last))));
  const to = other?.to ?? last;
  const near = partOfDayNear(text, at, to);
  const said = halfAt(text, at + start.length);
  const part = said ?? near;
  const isMidnight = start.hour === 12 && !start.fullDay && isNight(text, at + start.length);
  let from = minutesOf(isMidnight ? { ...start, hour: 0 } : start, part);
  let until: number | null = null;
  if (end) {
    const saidOfEnd = halfAt(text, end.to);
    until = minutesOf(end, saidOfEnd ?? near);
    // "From seven to nine", and "from ten to two pm".
    if (until <= from && !end.fullDay && !saidOfEnd) until += HALF_DAY;
    else if (until <= from && !start.fullDay && !said && from - HALF_DAY < until) from -= HALF_DAY;
  }
  return {
    kind: 'hour',
    from: at,
    to,
    date: null,
    time: timeOf(from),
    end: until === null ? null : timeOf(until),
    zone: other?.zone,
    form: start.form,
    isSure: start.fullDay === true || start.hour > 12 || part !== null,
  };
}

const MINUTES_OF_HOUR = 60;
const HALF_DAY = 12 * MINUTES_OF_HOUR;

const minutesOf = ({ hour, minute, fullDay }: FoundHour, half: 'morning' | 'evening' | null) =>
  (fullDay ? hour : likelyHour(hour, half)) * MINUTES_OF_HOUR + minute;

const isHour = ({ hour, minute }: FoundHour) => hour <= 24 && minute <= 59;

const timeOf = (minutes: number): string => {
  const hour = Math.floor(minutes / MINUTES_OF_HOUR) % 24;
  return [hour, minutes % MINUTES_OF_HOUR].map((one) => String(one).padStart(2, '0')).join(':');
};

/** The hour after "to" in "from two to four". */
function endOf(text: CalendarText, at: number, start: FoundHour) {
  if (start.end) return { ...start.end, to: at + start.length };
  const place = endPlaceOf(text, at, at + start.length);
  const end = place === null ? null : endAt(text, place);
  return end && isHour(end) ? { ...end, to: place! + end.length } : null;
}

/** The part of the day in "Montagabend", or the word itself. */
function partOf({ calendar }: CalendarText, word: string): string {
  const part = calendar.parts_of_weekdays.find((end) => word.endsWith(end));
  const day = part ? word.slice(0, -part.length) : '';
  return part && calendar.weekdays.some((list) => list.includes(day)) ? part : word;
}

/** The half of the day that the words near an hour say. */
function partOfDayNear(text: CalendarText, from: number, to: number): 'morning' | 'evening' | null {
  const { morning, evening } = text.calendar;
  const first = Math.max(0, from - 6);
  const near = text.words
    .slice(first, to + 4)
    .filter((_, at) => !isTomorrow(text, first + at))
    .map((word) => partOf(text, word));
  const [says, other] = [
    near.some((word) => morning.includes(word)),
    near.some((word) => evening.includes(word)),
  ];
  if (says === other) return null;
  return says ? 'morning' : 'evening';
}

/** The half of the day right behind an hour: "8 am", "acht Uhr abends". */
function halfAt({ calendar, words }: CalendarText, to: number): 'morning' | 'evening' | null {
  const near = HALVES.test(words[to - 1] ?? '') ? words[to - 1]! : (words[to] ?? '');
  if (calendar.morning.includes(near)) return 'morning';
  return calendar.evening.includes(near) ? 'evening' : null;
}

/** "Twelve at night", "12 Uhr nachts", "las doce de la noche" are midnight. */
const isNight = ({ words }: CalendarText, to: number): boolean =>
  /^(?:at night|nachts|in der nacht|de la noche)(?: |$)/u.test(words.slice(to, to + 3).join(' '));

const HALVES = /^[ap]\.?m$/;
const HALF_OR_HOUR = /^(?:[ap]\.?m|uhr|o'clock)$/;

/** "Mañana" is the morning only in "la mañana" and "esta mañana". */
const isTomorrow = ({ calendar, words }: CalendarText, at: number): boolean =>
  Object.hasOwn(calendar.relative, words[at]!) &&
  calendar.morning.includes(words[at]!) &&
  !/^(?:la|esta)$/.test(words[at - 1] ?? '');

/** Between one and seven, appointments are usually in the afternoon. */
function likelyHour(hour: number, part: ReturnType<typeof partOfDayNear>): number {
  if (hour > 12 || hour === 0) return hour;
  if (part === 'morning') return hour % 12;
  if (part === 'evening') return hour % 12 === 0 ? 12 : hour + 12;
  if (hour === 12) return 12;
  return hour <= 7 ? hour + 12 : hour;
}
