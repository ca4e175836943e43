import { entryOf } from '../../core/text.ts';
import type { FirstWeekday } from './wall-clock.ts';
import type { Token } from '../words/units.ts';
import type { CalendarWords } from './languages/calendar-words.ts';
import { CALENDARS } from './languages/languages.ts';

export { lists } from './languages/calendar-words.ts';

/** A calendar day without a time zone. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
  /** The time at which the words were said. */
  hour?: number;
  minute?: number;
  /** The same time as an instant (ms), with the time zone; lengths of time are counted from it. */
  instant?: number | undefined;
  timezone?: string | undefined;
  /** The first day of the week; Monday by default. */
  weekStart?: FirstWeekday | undefined;
}

/** The words of a sentence, with what they mean in the calendar of their language. */
export class CalendarText {
  private readonly tokens: readonly Token[];
  readonly words: readonly string[];
  readonly calendar: CalendarWords;
  readonly today: CalendarDay;
  /** Midnight of today, as if it were in UTC (ms). */
  readonly now: number;

  constructor(tokens: readonly Token[], today: CalendarDay, calendar: CalendarWords) {
    this.tokens = tokens;
    this.words = tokens.map(({ word }) => word.replace(/'s$/, ''));
    this.today = today;
    this.calendar = calendar;
    this.now = Date.UTC(today.year, today.month - 1, today.day);
  }

  /** Returns the text of these words in a language; null for a language without a calendar. */
  static in(language: string, tokens: readonly Token[], today: CalendarDay): CalendarText | null {
    const calendar = CALENDARS[language];
    return calendar ? new CalendarText(tokens, today, calendar) : null;
  }

  /** Returns whether a dash is before this word: "2 - 4 pm". */
  isAfterDash(at: number): boolean {
    return this.tokens[at]?.isAfterDash === true;
  }

  /** Returns whether a full stop is behind this number: "bis 15. abgeben". */
  isBeforeDot(at: number): boolean {
    return this.tokens[at]?.isBeforeDot === true;
  }

  word(at: number): string {
    return this.words[at] ?? '';
  }

  /** Returns the number at a place and the number of its words: "twenty five" has two. */
  numberAt(at: number): { value: number; length: number } | null {
    const word = this.word(at);
    if (/^\d{1,2}$/.test(word)) return { value: Number(word), length: 1 };
    const value = entryOf(this.calendar.numbers, word);
    if (value === undefined) return null;
    const unit = entryOf(this.calendar.numbers, this.word(at + 1));
    // "Treinta y uno".
    const digit = entryOf(this.calendar.numbers, this.word(at + 2));
    const isJoined = value >= 30 && value % 10 === 0 && this.word(at + 1) === this.calendar.plus;
    if (isJoined && digit !== undefined && digit < 10) return { value: value + digit, length: 3 };
    const isTwo = value >= 20 && value % 10 === 0 && unit !== undefined && unit < 10;
    return isTwo && this.calendar === CALENDARS['en']
      ? { value: value + unit, length: 2 }
      : { value, length: 1 };
  }

  ordinalAt(at: number): { value: number; length: number } | null {
    const word = this.word(at);
    const isDotted =
      this.calendar.dotted.length > 0 && this.isBeforeDot(at) && at + 1 < this.words.length;
    const digits =
      /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? (isDotted ? /^(\d{1,2})$/.exec(word) : null);
    if (digits) return { value: Number(digits[1]), length: 1 };
    const value = entryOf(this.calendar.ordinals, word);
    if (value !== undefined) return { value, length: 1 };
    const ten = entryOf(this.calendar.numbers, word);
    const unit = entryOf(this.calendar.ordinals, this.word(at + 1));
    if ((ten === 20 || ten === 30) && unit !== undefined && unit < 10) {
      return { value: ten + unit, length: 2 };
    }
    return null;
  }

  /** Returns whether the words here make the week before them the next one: "que viene". */
  isComing(at: number): boolean {
    return this.calendar.coming.includes(`${this.word(at)} ${this.word(at + 1)}`);
  }

  /** The number of words that name the weekend: "finde", "fin de semana"; 0 when they do not. */
  weekendAt(at: number): number {
    const lengths = this.calendar.weekend.map((one) => one.split(' ').length);
    const isNamed = (length: number) => this.calendar.weekend.includes(this.phrase(at, length));
    return lengths.find((length) => isNamed(length)) ?? 0;
  }

  /** The day in "Montagabend". */
  weekdayAt(at: number): number {
    const word = this.word(at);
    const whole = this.calendar.weekdays.findIndex((list) => list.includes(word));
    if (whole >= 0) return whole;
    const part = this.calendar.parts_of_weekdays.find((end) => word.endsWith(end));
    const day = part ? word.slice(0, -part.length) : word;
    return this.calendar.weekdays.findIndex((list) => list.includes(day));
  }

  /** As many words from a place on, as one text; '' when the sentence ends before. */
  phrase(at: number, length: number): string {
    return at + length > this.words.length ? '' : this.words.slice(at, at + length).join(' ');
  }

  indexIn(lists: readonly (readonly string[])[], at: number): number {
    return lists.findIndex((list) => list.includes(this.word(at)));
  }
}
