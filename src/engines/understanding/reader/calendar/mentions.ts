/** Finds the days and the hours that words name, as people say them. */
import type { Token } from '../units.ts';
import { CALENDARS, type CalendarWords } from './languages.ts';

/** A calendar day without a time zone. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

export interface DayMention {
  kind: 'day';
  /** The first token and the one after the last token. */
  from: number;
  to: number;
  date: string;
  /** How the day was said. */
  form: 'relative' | 'weekday' | 'date' | 'ordinal' | 'count' | 'weekend';
  isPast: boolean;
  /** The day of the week, when one was said. */
  weekday: number | null;
}

export interface HourMention {
  kind: 'hour';
  from: number;
  to: number;
  /** `HH:MM`, with the half of the day that is usual for appointments. */
  time: string;
  /** How sure the form is that a number is an hour. */
  form: 'clock' | 'half' | 'at' | 'bare';
}

export type Mention = DayMention | HourMention;

const MS_PER_DAY = 86_400_000;
const toMs = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day);
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the mentions in the words of a sentence, in their order. */
export function mentionsIn(tokens: readonly Token[], today: Day, language: string): Mention[] {
  const words = CALENDARS[language];
  return words ? new MentionReader(tokens, today, words).read() : [];
}

class MentionReader {
  readonly #words: readonly string[];
  readonly #today: Day;
  readonly #calendar: CalendarWords;
  readonly #now: number;

  constructor(tokens: readonly Token[], today: Day, calendar: CalendarWords) {
    this.#words = tokens.map(({ word }) => word.replace(/'s$/, ''));
    this.#today = today;
    this.#calendar = calendar;
    this.#now = toMs(today);
  }

  read(): Mention[] {
    const mentions: Mention[] = [];
    for (let at = 0; at < this.#words.length; ) {
      const mention = this.#dayAt(at) ?? this.#hourAt(at, mentions.at(-1));
      if (mention) mentions.push(mention);
      at = mention ? mention.to : at + 1;
    }
    return this.#joined(mentions);
  }

  #word(at: number): string {
    return this.#words[at] ?? '';
  }

  /** Returns the number at a place and the number of its words: "twenty five" has two. */
  #numberAt(at: number): { value: number; length: number } | null {
    const word = this.#word(at);
    if (/^\d{1,2}$/.test(word)) return { value: Number(word), length: 1 };
    const value = this.#calendar.numbers[word];
    if (value === undefined) return null;
    const unit = this.#calendar.numbers[this.#word(at + 1)];
    const isTwo = value >= 20 && value % 10 === 0 && unit !== undefined && unit < 10;
    return isTwo && this.#calendar === CALENDARS['en']
      ? { value: value + unit, length: 2 }
      : { value, length: 1 };
  }

  #ordinalAt(at: number): { value: number; length: number } | null {
    const word = this.#word(at);
    const digits = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(word);
    if (digits) return { value: Number(digits[1]), length: 1 };
    const value = this.#calendar.ordinals[word];
    if (value !== undefined) return { value, length: 1 };
    const ten = this.#calendar.numbers[word];
    const unit = this.#calendar.ordinals[this.#word(at + 1)];
    if ((ten === 20 || ten === 30) && unit !== undefined && unit < 10) {
      return { value: ten + unit, length: 2 };
    }
    return null;
  }

  #indexIn(lists: readonly (readonly string[])[], at: number): number {
    return lists.findIndex((list) => list.includes(this.#word(at)));
  }

  #dayAt(at: number): DayMention | null {
    return this.#relativeDay(at) ?? this.#countedDay(at) ?? this.#weekdayAt(at) ?? this.#dateAt(at);
  }

  #mention(at: number, to: number, ms: number, form: DayMention['form'], weekday: number | null = null): DayMention {
    const isPast = ms < this.#now || this.#calendar.past_days.includes(this.#word(at - 1)) || this.#calendar.past_days.includes(this.#word(to));
    return { kind: 'day', from: at, to, date: isoOf(ms), form, isPast, weekday };
  }

  #relativeDay(at: number): DayMention | null {
    const { relative, week, articles, morning } = this.#calendar;
    const word = this.#word(at);
    if (word === 'pasado' && this.#word(at + 1) === 'mañana') {
      return this.#mention(at, at + 2, this.#now + 2 * MS_PER_DAY, 'relative');
    }
    const days = Object.hasOwn(relative, word) ? relative[word]! : null;
    if (days === null) return null;
    // "Por la mañana", "de la mañana" are the morning.
    if (morning.includes(word) && (this.#word(at - 1) === 'la' || articles.includes(this.#word(at - 1)))) return null;
    const weeks = week.includes(this.#word(at + 1)) ? 1 : 0;
    return this.#mention(at, at + 1 + weeks, this.#now + (days + weeks * 7) * MS_PER_DAY, 'relative');
  }

  /** "In three weeks", "in ten days", "a fortnight". */
  #countedDay(at: number): DayMention | null {
    const { ahead, week, day, month } = this.#calendar;
    if (!ahead.includes(this.#word(at))) return null;
    const skip = this.#word(at + 1) === 'de' ? 2 : 1;
    const said = this.#numberAt(at + skip) ?? (/^(?:an?|einer|einem|una?)$/.test(this.#word(at + skip)) ? { value: 1, length: 1 } : null);
    if (!said) return null;
    const unit = this.#word(at + skip + said.length);
    const days = week.includes(unit) ? 7 : day.includes(unit) ? 1 : month.includes(unit) ? 30 : 0;
    if (days === 0) return null;
    return this.#mention(at, at + skip + said.length + 1, this.#now + said.value * days * MS_PER_DAY, 'count');
  }

  #weekdayAt(at: number): DayMention | null {
    const { weekdays, weekend, next, week, fortnight } = this.#calendar;
    const todayIs = new Date(this.#now).getUTCDay();
    if (weekend.includes(this.#word(at))) {
      const ahead = (6 - todayIs + 7) % 7;
      const more = next.includes(this.#word(at - 1)) ? 7 : 0;
      return this.#mention(at, at + 1, this.#now + (ahead + more) * MS_PER_DAY, 'weekend');
    }
    const weekday = this.#indexIn(weekdays, at);
    if (weekday < 0) return null;
    let ahead = (weekday - todayIs + 7) % 7 || 7;
    let to = at + 1;
    const before = this.#word(at - 1);
    const isLast = this.#calendar.past_days.includes(before);
    if (isLast) return this.#mention(at, to, this.#now - (7 - (ahead % 7)) * MS_PER_DAY, 'weekday', weekday);
    // "A week on Monday", "Monday week", "Monday fortnight", "next Monday".
    if (week.includes(this.#word(to))) [ahead, to] = [ahead + 7, to + 1];
    else if (fortnight.includes(this.#word(to))) [ahead, to] = [ahead + 14, to + 1];
    else if (before === 'on' && week.includes(this.#word(at - 2))) ahead += 7;
    else if (next.includes(before) && this.#calendar !== CALENDARS['es'] && ahead <= 2) ahead += 7;
    return this.#mention(at, to, this.#now + ahead * MS_PER_DAY, 'weekday', weekday);
  }

  /** "The twelfth", "the twelfth of May", "May twelfth", "12 de mayo". */
  #dateAt(at: number): DayMention | null {
    const { months, articles } = this.#calendar;
    const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(this.#word(at));
    if (iso) return this.#mention(at, at + 1, Date.parse(`${this.#word(at)}T00:00Z`), 'date');
    const month = this.#indexIn(months, at);
    if (month >= 0) {
      const said = this.#ordinalAt(at + 1) ?? this.#numberAt(at + 1);
      return said && said.value <= 31 ? this.#dated(at, at + 1 + said.length, month, said.value) : null;
    }
    const ordinal = this.#ordinalAt(at);
    const said = ordinal ?? this.#numberAt(at);
    if (!said || said.value < 1 || said.value > 31) return null;
    let to = at + said.length;
    const links = ['of', 'de'].includes(this.#word(to)) ? 1 : 0;
    const named = this.#indexIn(months, to + links);
    if (named >= 0) return this.#dated(at, to + links + 1, named, said.value);
    const before = this.#word(at - 1);
    const isSpanishDay = this.#calendar === CALENDARS['es'] && ['el', 'día'].includes(before);
    const isAfterWeekday = this.#indexIn(this.#calendar.weekdays, at - 1) >= 0;
    if (!isSpanishDay && !(ordinal && (articles.includes(before) || isAfterWeekday || this.#words.length <= 3))) return null;
    const { year, month: thisMonth } = this.#today;
    let ms = Date.UTC(year, thisMonth - 1, said.value);
    if (ms < this.#now) ms = Date.UTC(year, thisMonth, said.value);
    return this.#mention(at, to, ms, 'ordinal');
  }

  #dated(at: number, to: number, month: number, day: number): DayMention {
    let ms = Date.UTC(this.#today.year, month, day);
    if (ms < this.#now - 60 * MS_PER_DAY) ms = Date.UTC(this.#today.year + 1, month, day);
    return this.#mention(at, to, ms, 'date');
  }

  #hourAt(at: number, before: Mention | undefined): HourMention | null {
    const { fixed } = this.#calendar;
    const word = this.#word(at);
    if (Object.hasOwn(fixed, word)) {
      return { kind: 'hour', from: at, to: at + 1, time: fixed[word]!, form: 'clock' };
    }
    const found = this.#digits(at) ?? this.#halves(at) ?? this.#minutesTo(at) ?? this.#plainHour(at, before);
    if (!found) return null;
    const { hour, minute, length, form, fullDay } = found;
    if (hour > 24 || minute > 59) return null;
    const half = fullDay ? hour : this.#likelyHour(hour, at, at + length);
    const time = `${String(half % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    return { kind: 'hour', from: at, to: at + length, time, form };
  }

  #digits(at: number): FoundHour | null {
    const word = this.#word(at);
    const match = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/.exec(word);
    if (!match || (!match[2] && !match[3])) return null;
    const hour = Number(match[1]);
    const fullDay = !match[3] && (hour > 12 || hour === 0 || word.startsWith('0'));
    const shifted = match[3] === 'pm' && hour < 12 ? hour + 12 : match[3] === 'am' ? hour % 12 : hour;
    return { hour: shifted, minute: Number(match[2] ?? 0), length: 1, form: 'clock', fullDay: fullDay || match[3] !== undefined };
  }

  #halves(at: number): FoundHour | null {
    const { half } = this.#calendar;
    if (!half || this.#word(at) !== half.word) return null;
    const skip = this.#word(at + 1) === 'past' ? 2 : 1;
    const said = this.#numberAt(at + skip);
    if (!said || said.value > 12 || said.length > 1) return null;
    const hour = half.means === 'before' ? said.value - 1 || 12 : said.value;
    return { hour, minute: 30, length: skip + 1, form: 'half' };
  }

  /** "Quarter past three", "ten to four", "viertel vor drei". */
  #minutesTo(at: number): FoundHour | null {
    const { quarter, past, to } = this.#calendar;
    const minutes = this.#word(at) === quarter ? { value: 15, length: 1 } : this.#numberAt(at);
    if (!minutes || minutes.value > 30) return null;
    const link = this.#word(at + minutes.length);
    const said = this.#numberAt(at + minutes.length + 1);
    if (!said || said.value > 12) return null;
    const length = minutes.length + 1 + said.length;
    const isRound = minutes.value % 5 === 0;
    if (!isRound) return null;
    if (past.includes(link)) return { hour: said.value, minute: minutes.value, length, form: 'half' };
    if (!to.includes(link) || (link === 'to' && minutes.value > 25)) return null;
    // "Ten to four" can also be a span of time.
    if (this.#word(at) !== quarter && at > 0 && this.#calendar.at.includes(this.#word(at - 1)) && this.#word(at - 1) === 'from') return null;
    return { hour: said.value - 1 || 12, minute: 60 - minutes.value, length, form: 'half' };
  }

  #plainHour(at: number, before: Mention | undefined): FoundHour | null {
    const { at: introducing, oclock, plus, minus, quarter, day, week, month } = this.#calendar;
    const single = this.#calendar.numbers[this.#word(at)] ?? (/^\d{1,2}$/.test(this.#word(at)) ? Number(this.#word(at)) : undefined);
    if (single === undefined || single > 24) return null;
    let length = 1;
    let minute = 0;
    let form: HourMention['form'] = 'bare';
    const next = () => this.#word(at + length);
    if (oclock.includes(next())) [length, form] = [length + 1, 'clock'];
    const more = this.#numberAt(at + length);
    const linked = plus && next() === plus ? 1 : minus && next() === minus ? -1 : 0;
    if (linked !== 0) {
      const said = this.#word(at + length + 1);
      const value = said === 'media' ? 30 : said === quarter ? 15 : this.#calendar.numbers[said];
      if (value !== undefined && value < 60) {
        length += 2;
        form = 'half';
        if (linked > 0) minute = value;
        else return { hour: single - 1 || 12, minute: 60 - value, length, form };
      }
    } else if (more && more.value >= 10 && more.value < 60 && (form === 'clock' || more.value % 5 === 0) && single <= 24) {
      length += more.length;
      minute = more.value;
      form = 'half';
    }
    if (form === 'bare') {
      const previous = this.#word(at - 1);
      const isDay = before?.kind === 'day' && before.to === at;
      if (introducing.includes(previous)) form = 'at';
      else if (!isDay && this.#words.length > 3) return null;
      const unit = next();
      // "At three pounds", "after two weeks".
      if ([...day, ...week, ...month].includes(unit) || /^(?:minutes?|hours?|years?|pounds?|euros?|dollars?|quid|percent|of|people|jahre?n?|stunden?|minuten|horas?|años?|minutos?|kilo\w*|miles?|times)$/.test(unit)) return null;
    }
    const fullDay = single > 12;
    return { hour: single, minute, length, form, fullDay };
  }

  /** Between one and seven, appointments are usually in the afternoon. */
  #likelyHour(hour: number, from: number, to: number): number {
    if (hour > 12 || hour === 0) return hour;
    const { morning, evening } = this.#calendar;
    const near = this.#words.slice(Math.max(0, from - 6), to + 4);
    const [says, other] = [near.some((word) => morning.includes(word)), near.some((word) => evening.includes(word))];
    if (says && !other) return hour % 12;
    if (other && !says) return hour % 12 === 0 ? 12 : hour + 12;
    if (hour === 12) return 12;
    return hour <= 7 ? hour + 12 : hour;
  }

  /** "Friday the eighteenth" is one day. */
  #joined(mentions: readonly Mention[]): Mention[] {
    const joined: Mention[] = [];
    for (const mention of mentions) {
      const last = joined.at(-1);
      const isSameDay =
        last?.kind === 'day' && mention.kind === 'day' && last.form === 'weekday' &&
        (mention.form === 'ordinal' || mention.form === 'date') && mention.from - last.to <= 1;
      if (isSameDay) joined[joined.length - 1] = { ...mention, from: last.from, weekday: last.weekday };
      else joined.push(mention);
    }
    return joined;
  }
}

interface FoundHour {
  hour: number;
  minute: number;
  length: number;
  form: HourMention['form'];
  /** True when the hour has the half of its day. */
  fullDay?: boolean;
}
