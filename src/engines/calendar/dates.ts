/** Finds the days and hours in a text, with the calendar of the reader. */
import type { CalendarDay } from './calendar-text.ts';
import { CALENDARS } from './languages/languages.ts';
import type { DayMention, HourMention } from './mention.ts';
import { mentionsIn } from './mentions.ts';
import { unitsOf, type Unit } from '../words/units.ts';
import {
  addDays,
  instantOf,
  isoDay,
  isoTime,
  knownZone,
  minuteOf,
  wallClockAt,
  wallClockOf,
  type WallClock,
  type FirstWeekday,
} from './wall-clock.ts';

/** A point in time that somebody mentioned, as the user's wall-clock time and as an instant. */
export interface TimeMention {
  /** YYYY-MM-DD; for a span (a week, a weekend, a month), its first day. */
  date: string;
  /** HH:MM; null when only a day was mentioned. */
  time: string | null;
  /** The instant; noon of that day if no time was mentioned. */
  instant: Date;
  /** False when only a time was mentioned ("at five"), so that the day is a guess. */
  has_day: boolean;
  /** The last day of a span; for "from two to four", the end time. */
  end: { date: string; time: string | null; instant: Date } | null;
}

export interface FindTimes {
  /** The time when the words were spoken. */
  at: Date;
  /** The IANA time zone of the speaker. */
  timezone: string;
  /** The language of the words; English by default, and when the words name no time in it. */
  language?: string;
  /** The first day of the speaker's week; Monday by default. */
  week_start?: FirstWeekday | undefined;
}

export function findTimes(text: string, options: FindTimes): TimeMention[] {
  const zone = knownZone(options.timezone);
  const now = {
    ...wallClockAt(options.at, zone),
    weekStart: options.week_start,
    instant: minuteOf(options.at),
    timezone: zone,
  };
  const own = (options.language ?? 'en').slice(0, 2).toLowerCase();
  for (const language of new Set([own, 'en'])) {
    if (!CALENDARS[language]) continue;
    const turns = [{ text, speaker: '', isUser: true }];
    const found = unitsOf({ language, turns }).flatMap((unit) => timesIn(unit, now, language));
    if (found.length > 0) return found.map((said) => mentionOf(said, zone));
  }
  return [];
}

interface Said {
  date: string;
  time: string | null;
  /** The instant (ms) of an hour that counts from the moment. */
  counted?: number | undefined;
  /** The zone in which the words say the hours, if they name one. */
  zone?: string | undefined;
  hasDay: boolean;
  end: { date: string; time: string | null } | null;
}

/** An hour of another zone, on the clock of the user. */
function onClock({ date, time }: Pick<Said, 'date' | 'time'>, zone: string, own: string) {
  const wall = wallClockAt(instantOf(wallClockOf(date, time ?? undefined), zone), own);
  return { date: isoDay(wall), time: isoTime(wall) };
}

function inZoneOf(said: Said, own: string): Said {
  const { zone, end } = said;
  if (zone === undefined || said.time === null) return said;
  return {
    ...said,
    ...onClock(said, zone, own),
    end: end?.time ? onClock(end, zone, own) : end,
  };
}

function mentionOf(said: Said, zone: string): TimeMention {
  const { date, time, counted, hasDay, end } = inZoneOf(said, zone);
  const instant = (on: string, at: string | null) =>
    instantOf(wallClockOf(on, at ?? '12:00'), zone);
  return {
    date,
    time,
    instant: counted === undefined ? instant(date, time) : new Date(counted),
    has_day: hasDay,
    end: end && { ...end, instant: instant(end.date, end.time) },
  };
}

type Now = WallClock & Pick<CalendarDay, 'weekStart' | 'instant' | 'timezone'>;

/** A sentence that names more is a list, or noise; each hour is compared with each day. */
const MAX_MENTIONS = 40;

/** Each hour is on the day that is named nearest to it. */
function timesIn(unit: Unit, now: Now, language: string): Said[] {
  const { tokens, text } = unit;
  const named = mentionsIn(tokens, now, language).slice(0, MAX_MENTIONS);
  const isDay = named.some(({ kind }) => kind === 'day');
  // Without a day, "nine volcanoes" and "gusting seven" name no hour.
  const mentions = named.filter((one) =>
    one.kind === 'hour' ? isDay || one.form !== 'bare' : !isHabit(one, unit),
  );
  const lean = leanOf(text);
  const days = mentions.filter((one) => one.kind === 'day');
  const dayOf = new Map(
    mentions.flatMap((one) =>
      one.kind === 'hour' && one.date === null ? [[one, nearest(one, days, unit)] as const] : [],
    ),
  );
  const taken = new Set(dayOf.values());
  return mentions.flatMap((one) => {
    if (one.kind === 'day') return taken.has(one) ? [] : [wholeDay(one, now, lean)];
    const day = dayOf.get(one);
    if (day?.form === 'range') return [hourOnRange(wholeDay(day, now, lean), one)];
    const date = day ? dateOf(day, now, lean) : (one.date ?? sameOrNextDay(one.time, now, lean));
    return [hourOn(date, one, day !== undefined || one.date !== null)];
  });
}

/** "On Mondays" is no day. */
const isHabit = ({ form, to }: DayMention, { tokens }: Unit): boolean =>
  form === 'weekday' && /(?:days|tags)$/.test(tokens[to - 1]!.word);

/** In "Monday at ten, Tuesday at eleven", ten is on Monday: a comma separates it from Tuesday. */
function nearest(
  hour: HourMention,
  days: readonly DayMention[],
  { tokens, text, start }: Unit,
): DayMention | undefined {
  const gap = (day: DayMention) => {
    const isAfter = day.from > hour.from;
    const [one, other] = isAfter ? [hour, day] : [day, hour];
    const between = text.slice(tokens[one.to - 1]!.end - start, tokens[other.from]!.start - start);
    return other.from - one.to + (isAfter ? AFTER : 0) + (/[,;]/.test(between) ? COMMA : 0);
  };
  return days.toSorted((one, other) => gap(one) - gap(other))[0];
}

/** How many words further away a day is that is named after the hour, or behind a comma. */
const AFTER = 0.5;
const COMMA = 2;

/** The first and the last day of a mention, of which the most recent one is meant: "on Friday". */
export function pastDaysOf(day: DayMention, now: WallClock): { first: string; last: string } {
  const { date, end } = wholeDay(day, now, 'past');
  return { first: date, last: end?.date ?? date };
}

function wholeDay(day: DayMention, now: Now, lean: Lean): Said {
  const last = dateOf(day, now, lean);
  const sunday = isoDay(addDays(wallClockOf(last), 1));
  if (day.form === 'weekend')
    return { date: last, time: null, hasDay: true, end: { date: sunday, time: null } };
  if (day.first === null) return { date: last, time: null, hasDay: true, end: null };
  const moved = Date.parse(last) - Date.parse(day.date);
  const first = new Date(Date.parse(day.first) + moved).toISOString().slice(0, 10);
  return { date: first, time: null, hasDay: true, end: { date: last, time: null } };
}

function hourOn(date: string, { time, end, instant, zone }: HourMention, hasDay: boolean): Said {
  if (end === null) return { date, time, counted: instant, zone, hasDay, end };
  const last = end > time ? date : isoDay(addDays(wallClockOf(date), 1));
  return { date, time, zone, hasDay, end: { date: last, time: end } };
}

/** "From nine on Monday to five on Wednesday". */
const hourOnRange = (range: Said, { time, end, zone }: HourMention): Said => ({
  ...range,
  time,
  zone,
  end: range.end && { ...range.end, time: end },
});

/** "At five", spoken at six, means tomorrow unless the sentence is about the past. */
function sameOrNextDay(time: string, now: Now, lean: Lean): string {
  const isOver = time < isoTime(now) && lean === 'future';
  return isoDay(isOver ? addDays(now, 1) : now);
}

/** In a sentence about the past, a day is the last such day. */
function dateOf({ date, form, isPast, weekday }: DayMention, now: Now, lean: Lean): string {
  const wall = wallClockOf(date);
  const today = isoDay(now);
  if (lean === 'future') {
    const isNextYear = form === 'date' && date < today && wall.month !== now.month;
    return isNextYear && wall.year === now.year ? inYearBeside(wall, 1) : date;
  }
  if (isPast || date <= today) return date;
  const isWeekly = form === 'weekday' || form === 'weekend' || weekday !== null;
  if (isWeekly && form !== 'ordinal' && form !== 'date') return isoDay(addDays(wall, -7));
  if (form === 'date' || form === 'month' || form === 'range') return inYearBeside(wall, -1);
  return form === 'part' ? today : form === 'ordinal' ? inMonthBefore(wall, today) : date;
}

/** The same day of the next year or the one before; the 29th of February is in a leap year. */
function inYearBeside(wall: WallClock, step: 1 | -1): string {
  let year = wall.year + step;
  while (addDays({ ...wall, year }, 0).day !== wall.day) year += step;
  return isoDay({ ...wall, year });
}

/** "The 31st" skips months of 30 days or fewer. */
function inMonthBefore(wall: WallClock, today: string): string {
  for (let months = 1; months <= 4; months += 1) {
    const before = addDays({ ...wall, month: wall.month - months }, 0);
    if (before.day === wall.day && isoDay(before) <= today) return isoDay(before);
  }
  return isoDay(wall);
}

/**
 * Returns whether a sentence is about the past or the future. "On Friday" is the last Friday in "we
 * went there on Friday", and the next one in "let's go on Friday".
 */
type Lean = 'past' | 'future';

const AHEAD = new RegExp(
  String.raw`\b(?:will|won't|shall|going to|gonna|let's|need to|have to|has to|must|should` +
    String.raw`|plan(?:ning)? to|want to|would like|'ll|remind|schedule|book|by|until|deadline` +
    String.raw`|due|booked|reserved|scheduled|upcoming|coming|can we|can you|could you|see you` +
    String.raw`|meet(?:ing)? (?:you|us|me)|looking forward|excited for)\b|'ll\b`,
  'i',
);
const BACK = new RegExp(
  String.raw`\b(?:was|were|went|did|didn't|had|got|came|saw|took|made|said|told|met|bought` +
    String.raw`|ago|last|yesterday|happened|finished|started|visited|attended|joined|signed` +
    String.raw`|spent|used to|since|lost|won|been|(?:i|we|you|he|she|they|it) (?:[a-z]+ly` +
    String.raw` )?[a-z]{3,}ed)\b`,
  'i',
);

function leanOf(sentence: string): Lean {
  if (AHEAD.test(sentence)) return 'future';
  return BACK.test(sentence) ? 'past' : 'future';
}
