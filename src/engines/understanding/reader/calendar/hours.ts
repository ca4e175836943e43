/** Hours as people say them: "half six", "zehn vor drei", "las tres y media". */
import { entryOf } from '../../../../core/text.ts';
import type { CalendarText } from './calendar-text.ts';
import type { HourMention, Mention } from './mention.ts';

export function hourAt(
  text: CalendarText,
  at: number,
  before: Mention | undefined,
): HourMention | null {
  const { fixed } = text.calendar;
  const word = text.word(at);
  if (Object.hasOwn(fixed, word)) {
    const time = fixed[word]!;
    return { kind: 'hour', from: at, to: at + 1, date: null, time, form: 'clock', isSure: true };
  }
  const found =
    digits(text, at) ?? halves(text, at) ?? minutesTo(text, at) ?? plainHour(text, at, before);
  if (!found) return null;
  const { hour, minute, length, form, fullDay } = found;
  if (hour > 24 || minute > 59) return null;
  const part = fullDay ? null : partOfDayNear(text, at, at + length);
  const half = fullDay ? hour : likelyHour(hour, part);
  const time = `${String(half % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const isSure = fullDay || hour > 12 || part !== null;
  return { kind: 'hour', from: at, to: at + length, date: null, time, form, isSure };
}

function digits(text: CalendarText, at: number): FoundHour | null {
  const word = text.word(at);
  const isCounted = text.word(at + 1) === 'hours';
  const whole = /^([01]\d|2[0-3])([0-5]\d)$/.exec(word);
  // "0900", "1430 hours"; "1900" may be a year.
  if (whole && (isCounted || word.startsWith('0'))) {
    const [hour, minute] = [Number(whole[1]), Number(whole[2])];
    return { hour, minute, length: isCounted ? 2 : 1, form: 'clock', fullDay: true };
  }
  const match = /^(\d{1,2})(?:[:.](\d\d))?(am|pm|ish)?$/.exec(word);
  if (!match || (!match[2] && !match[3])) return null;
  const hour = Number(match[1]);
  const fullDay =
    (match[3] ?? 'ish') === 'ish' && (hour > 12 || hour === 0 || word.startsWith('0'));
  const shifted = match[3] === 'pm' && hour < 12 ? hour + 12 : match[3] === 'am' ? hour % 12 : hour;
  return {
    hour: shifted,
    minute: Number(match[2] ?? 0),
    length: 1,
    form: 'clock',
    fullDay: fullDay || match[3] === 'am' || match[3] === 'pm',
  };
}

function halves(text: CalendarText, at: number): FoundHour | null {
  const { half, three_quarters } = text.calendar;
  if (three_quarters !== null && text.word(at) === three_quarters) {
    const before = text.numberAt(at + 1);
    if (!before || before.value > 12) return null;
    return { hour: before.value - 1 || 12, minute: 45, length: 2, form: 'half' };
  }
  if (!half || text.word(at) !== half.word) return null;
  const skip = text.word(at + 1) === 'past' ? 2 : 1;
  const said = text.numberAt(at + skip);
  if (!said || said.value > 12) return null;
  const hour = half.means === 'before' ? said.value - 1 || 12 : said.value;
  return { hour, minute: 30, length: skip + 1, form: 'half' };
}

/** "Quarter past three", "ten to four", "viertel vor drei". */
function minutesTo(text: CalendarText, at: number): FoundHour | null {
  const { quarter, past, to } = text.calendar;
  const minutes = text.word(at) === quarter ? { value: 15, length: 1 } : text.numberAt(at);
  if (!minutes || minutes.value > 30) return null;
  const link = text.word(at + minutes.length);
  const isBeforeHalf = text.calendar.half?.means === 'before' && minutes.value <= 10;
  const near = isBeforeHalf ? halves(text, at + minutes.length + 1) : null;
  if (near) {
    // "Fünf vor halb sieben" is 6:25.
    const more = past.includes(link) ? minutes.value : to.includes(link) ? -minutes.value : null;
    const all = minutes.length + 1 + near.length;
    return more === null ? null : { ...near, minute: near.minute + more, length: all };
  }
  const said = text.numberAt(at + minutes.length + 1);
  if (!said || said.value > 12) return null;
  const length = minutes.length + 1 + said.length;
  const isRound = minutes.value % 5 === 0;
  if (!isRound) return null;
  if (past.includes(link)) return { hour: said.value, minute: minutes.value, length, form: 'half' };
  if (!to.includes(link) || (link === 'to' && minutes.value > 25)) return null;
  // "Ten to four" can also be a span of time.
  if (text.word(at) !== quarter && text.word(at - 1) === 'from') return null;
  return { hour: said.value - 1 || 12, minute: 60 - minutes.value, length, form: 'half' };
}

/** Units that make a number an amount. */
const NO_HOUR = new RegExp(
  '^(?:minutes?|hours?|years?|pounds?|euros?|dollars?|quid|percent|of|people|times|miles?|kilo\\w*|' +
    'jahre?n?|stunden?|minuten|horas?|años?|minutos?)$',
);

function plainHour(text: CalendarText, at: number, before: Mention | undefined): FoundHour | null {
  const { at: introducing, oclock, plus, minus, quarter, day, week, month } = text.calendar;
  // "Sixish".
  const ish = /^(\p{L}+?)-?ish$/u.exec(text.word(at))?.[1] ?? '';
  const single =
    entryOf(text.calendar.numbers, text.word(at)) ??
    entryOf(text.calendar.numbers, ish) ??
    (/^\d{1,2}$/.test(text.word(at)) ? Number(text.word(at)) : undefined);
  if (single === undefined || single > 24) return null;
  // "The third one".
  if (single === 1 && text.ordinalAt(at - 1)) return null;
  let length = 1;
  let minute = 0;
  let form: HourMention['form'] = 'bare';
  const next = () => text.word(at + length);
  if (oclock.includes(next())) [length, form] = [length + 1, 'clock'];
  // Recognisers also write "six o clock".
  else if (next() === 'o' && text.word(at + 2) === 'clock') [length, form] = [3, 'clock'];
  const more = text.numberAt(at + length);
  const isMinus = next() === minus;
  if (isMinus || next() === plus) {
    const said = text.word(at + length + 1);
    const value =
      said === 'media' ? 30 : said === quarter ? 15 : entryOf(text.calendar.numbers, said);
    if (value !== undefined) {
      length += 2;
      form = 'half';
      if (isMinus) return { hour: single - 1 || 12, minute: 60 - value, length, form };
      minute = value;
    }
  } else if (
    more &&
    more.value >= 10 &&
    more.value < 60 &&
    (form === 'clock' || more.value % 5 === 0 || introducing.includes(text.word(at - 1)))
  ) {
    length += more.length;
    minute = more.value;
    form = 'half';
  }
  if (form === 'bare' && next() === 'in') {
    // "Seven in the morning".
    const said = text.words.slice(at + length + 1, at + length + 3);
    const { morning, evening } = text.calendar;
    if (said.some((word) => morning.includes(word) || evening.includes(word))) form = 'clock';
  }
  if (form === 'bare') {
    const previous = text.word(at - 1);
    const isDay = before?.kind === 'day' && before.to === at;
    if (introducing.includes(previous) || ish !== '' || isBetween(text, at)) form = 'at';
    else if (!isDay && text.words.length > 3) return null;
    const unit = next();
    // "At three pounds", "after two weeks".
    if ([...day, ...week, ...month].includes(unit) || NO_HOUR.test(unit)) return null;
  }
  const fullDay = single > 12;
  return { hour: single, minute, length, form, fullDay };
}

/** The words after which "between eight and ten" names hours. "Between eight and ten boxes" does not. */
const AFTER_HOURS = /^(?:on|in|at|then|please|and|but|so|if|am|um|dann|bitte|oder|el)?$/;

/** The first hour of "between eight and ten". */
function isBetween(text: CalendarText, at: number): boolean {
  const [before, link] = text.calendar.between;
  if (text.word(at - 1) !== before || text.word(at + 1) !== link) return false;
  const other = text.numberAt(at + 2);
  const to = at + 2 + (other?.length ?? 0);
  const { oclock, relative } = text.calendar;
  const next = text.word(to);
  return (
    other !== null &&
    (AFTER_HOURS.test(next) ||
      oclock.includes(next) ||
      Object.hasOwn(relative, next) ||
      text.weekdayAt(to) >= 0)
  );
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

interface FoundHour {
  hour: number;
  minute: number;
  length: number;
  form: HourMention['form'];
  /** True when the hour has the half of its day. */
  fullDay?: boolean;
}
