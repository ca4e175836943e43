/** Hours as they are said, before it is known which half of the day is meant. */
import { entryOf } from '../../../core/text.ts';
import type { CalendarText } from '../calendar-text.ts';
import type { HourMention, Mention } from '../mention.ts';

export interface FoundHour {
  hour: number;
  minute: number;
  length: number;
  form: HourMention['form'];
  /** True when the hour has the half of its day. */
  fullDay?: boolean;
  /** The second hour of "2-4". */
  end?: FoundHour;
}

export const spokenHourAt = (
  text: CalendarText,
  at: number,
  before: Mention | undefined,
): FoundHour | null =>
  fixedHour(text, at) ??
  hyphened(text, at) ??
  digits(text, at) ??
  halves(text, at) ??
  minutesTo(text, at) ??
  plainHour(text, at, before);

/** "Noon". */
function fixedHour({ calendar, words }: CalendarText, at: number): FoundHour | null {
  const time = entryOf(calendar.fixed, words[at] ?? '');
  if (time === undefined) return null;
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return { hour, minute, length: 1, form: 'clock', fullDay: true };
}

const HYPHENED = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?-(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/;

/** "2-4 pm", "11am-2pm", "14-16 Uhr", "2:30-4"; "a 2-4 win" is no time. */
function hyphened(text: CalendarText, at: number): FoundHour | null {
  const [isFound, first, firstMinute, firstHalf, last, lastMinute, lastHalf] =
    HYPHENED.exec(text.word(at)) ?? [];
  if (isFound === undefined) return null;
  const { at: introducing, oclock, ranges } = text.calendar;
  const isFollowed = oclock.includes(text.word(at + 1));
  const before = text.word(at - 1);
  const isIntroduced =
    introducing.includes(before) || ranges.some(([opening]) => opening === before);
  const isTime = [firstMinute, firstHalf, lastMinute, lastHalf].some((part) => part !== undefined);
  if (!isTime && !isFollowed && !isIntroduced) return null;
  const form = 'clock';
  const until = shifted(Number(last), lastHalf);
  const hour = shifted(Number(first), firstHalf ?? lastHalf);
  const isBefore = firstHalf !== undefined || hour.hour <= until.hour;
  const start = isBefore ? hour : { hour: Number(first) };
  const length = isFollowed ? 2 : 1;
  const end = { ...until, minute: Number(lastMinute ?? 0), length, form } as const;
  return { ...start, minute: Number(firstMinute ?? 0), length, form, end };
}

/** An hour with "am" or "pm". */
function shifted(hour: number, half: string | undefined): Pick<FoundHour, 'hour' | 'fullDay'> {
  if (half === undefined) return { hour };
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), fullDay: true };
}

/** Returns the place of the second hour of a range whose first hour is at these places. */
export function endPlaceOf(text: CalendarText, from: number, to: number): number | null {
  const place = to + (text.calendar.oclock.includes(text.word(to)) ? 1 : 0);
  if (text.isAfterDash(place)) return place;
  const before = [text.word(from - 1), text.word(from - 2)];
  const isLinked = text.calendar.ranges.some(
    ([first, link]) => text.word(place) === link && (isLinkAlone(link) || before.includes(first)),
  );
  if (!isLinked) return null;
  return place + (SKIPPED.test(text.word(place + 1)) ? 2 : 1);
}

/** "Eight and ten" are two hours, "eight to ten" is a range. */
const isLinkAlone = (link: string) => /^(?:to|till|until|bis|hasta)$/.test(link);
const SKIPPED = /^(?:las|la|about|around|etwa)$/;

/** The second hour of a range: "four", "4 pm", "half past four", "16 Uhr". */
export function endAt(text: CalendarText, at: number): FoundHour | null {
  const exact = fixedHour(text, at) ?? digits(text, at) ?? halves(text, at);
  const said = text.numberAt(at);
  if (exact || !said) {
    const isFollowed =
      exact !== null && text.calendar.oclock.includes(text.word(at + exact.length));
    return exact && { ...exact, length: exact.length + (isFollowed ? 1 : 0) };
  }
  const to = at + said.length;
  const { oclock, plus } = text.calendar;
  if (plus !== null && text.word(to) === plus) return plainHour(text, at, undefined);
  const isFollowed = oclock.includes(text.word(to));
  if (!isFollowed && !endsHours(text, to)) return null;
  const length = said.length + (isFollowed ? 1 : 0);
  return { hour: said.value, minute: 0, length, form: 'at', fullDay: said.value > 12 };
}

/** Returns whether the words here follow hours: "between eight and ten boxes" has none. */
const endsHours = (text: CalendarText, to: number): boolean =>
  AFTER_HOURS.test(text.word(to)) ||
  text.phrase(to, 2) === 'de la' ||
  Object.hasOwn(text.calendar.relative, text.word(to)) ||
  text.weekdayAt(to) >= 0;

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
  const twelve = half.means === 'after' ? fixedHour(text, at + skip) : null;
  if (twelve) return { ...twelve, minute: 30, length: skip + 1 };
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
  const twelve = fixedHour(text, at + minutes.length + 1);
  if (twelve) return besideTwelve(text, link, minutes, twelve);
  const said = text.numberAt(at + minutes.length + 1);
  if (!said || said.value > 12) return null;
  const length = minutes.length + 1 + said.length;
  const isRound = minutes.value % 5 === 0;
  if (!isRound) return null;
  if (past.includes(link)) return { hour: said.value, minute: minutes.value, length, form: 'half' };
  if (!to.includes(link) || (link === 'to' && minutes.value > 25)) return null;
  if (link === 'to' && NO_HOUR.test(text.word(at + length))) return null;
  // "Ten to four" can also be a span of time.
  if (text.word(at) !== quarter && text.word(at - 1) === 'from') return null;
  return { hour: said.value - 1 || 12, minute: 60 - minutes.value, length, form: 'half' };
}

/** "Quarter past midnight", "zehn vor Mitternacht". */
function besideTwelve(
  { calendar: { past, to } }: CalendarText,
  link: string,
  minutes: { value: number; length: number },
  twelve: FoundHour,
): FoundHour | null {
  const length = minutes.length + 2;
  if (past.includes(link)) return { ...twelve, minute: minutes.value, length };
  if (!to.includes(link)) return null;
  return { ...twelve, hour: (twelve.hour + 23) % 24, minute: 60 - minutes.value, length };
}

/** Units that make a number an amount. */
const NO_HOUR = new RegExp(
  '^(?:minutes?|hours?|nights?|weekends?|years?|pounds?|euros?|dollars?|quid|percent|of|people|times|miles?|kilo\\w*|' +
    'jahre?n?|stunden?|minuten|horas?|años?|minutos?)$',
);

/** "A table for two" says how many people come. */
const GUESTS = /^(?:table|party|group|room) for$/;
/** "Tomorrow morning nine". */
const PARTS = /^(?:morning|afternoon|evening|night|vormittag|nachmittag|abend)$/;

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
  if (isMinus || (next() === plus && !startsRange(text, at))) {
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
    !text.isAfterDash(at + length) &&
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
    if (GUESTS.test(text.phrase(at - 2, 2))) return null;
    const isDay = before?.kind === 'day' && before.to === at;
    if (introducing.includes(previous) || ish !== '' || startsRange(text, at)) form = 'at';
    else if (PARTS.test(previous) && endsHours(text, at + length)) form = 'at';
    else if (!isDay && text.words.length > 3) return null;
    const unit = next();
    // "At three pounds", "after two weeks".
    if ([...day, ...week, ...month].includes(unit) || NO_HOUR.test(unit)) return null;
  }
  // "They want three forty".
  if (form !== 'clock' && PRICED.test(text.word(at - 1))) return null;
  const fullDay = single > 12;
  return { hour: single, minute, length, form, fullDay };
}

const PRICED =
  /^(?:wants?|wanted|costs?|pays?|paid|asking|offer(?:s|ed)?|charged?|owes?|kostet|cuesta|vale)$/;

/** The words after which "between eight and ten" names hours. "Between eight and ten boxes" does not. */
const AFTER_HOURS = /^(?:on|in|at|then|please|and|but|so|if|am|um|dann|bitte|oder|el)?$/;

/** The first hour of "between eight and ten", "14 bis 16 Uhr", "2 to 4 pm". */
function startsRange(text: CalendarText, at: number): boolean {
  const place = endPlaceOf(text, at, at + 1);
  const end = place === null ? null : endAt(text, place);
  if (!end) return false;
  const isNamed = text.calendar.ranges.some(([before]) => text.word(at - 1) === before);
  return (
    isNamed ||
    end.form === 'clock' ||
    text.calendar.oclock.includes(text.word(place! + end.length - 1))
  );
}
