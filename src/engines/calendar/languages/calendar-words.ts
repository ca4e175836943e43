import { wordList } from '../../../core/text.ts';

/** The words of each language for days and hours. Another language is another table. */
export interface CalendarWords {
  /** From Sunday. */
  weekdays: readonly (readonly string[])[];
  /** From January. */
  months: readonly (readonly string[])[];
  /** Days from today. */
  relative: Readonly<Record<string, number>>;
  /** The same in several words: "the day after tomorrow". */
  phrases: Readonly<Record<string, number>>;
  numbers: Readonly<Record<string, number>>;
  ordinals: Readonly<Record<string, number>>;
  /** "The first Friday of the month", up to the fourth. */
  nth: readonly (readonly string[])[];
  /** "The last Friday of the month". */
  last: readonly string[];
  /** Words before a number that make it an hour. */
  at: readonly string[];
  /** "Between eight and ten", "from eight to ten". */
  ranges: readonly (readonly [before: string, link: string])[];
  /** Words after a number that make it an hour. */
  oclock: readonly string[];
  /** `before`: "halb sieben" is 6:30. `after`: "half six" is 6:30. */
  half: { word: string; means: 'before' | 'after' } | null;
  quarter: string | null;
  /** "Dreiviertel acht" is 7:45. */
  three_quarters: string | null;
  /** "Ten past three". */
  past: readonly string[];
  /** "Ten to three". */
  to: readonly string[];
  /** "Las tres y media", "las tres menos cuarto". */
  plus: string | null;
  minus: string | null;
  fixed: Readonly<Record<string, string>>;
  morning: readonly string[];
  evening: readonly string[];
  /** Words for the day after tomorrow's week: "Tuesday week". */
  next: readonly string[];
  /** "The week after next", "übernächste Woche". */
  after_next: readonly string[];
  week: readonly string[];
  fortnight: readonly string[];
  day: readonly string[];
  /** "In three weeks". */
  ahead: readonly string[];
  /** "In a week". */
  one: readonly string[];
  /** "Two weeks from Friday", "two weeks from now". */
  from: readonly [word: string, now: string] | null;
  /** True when "Freitag in einer Woche" is a week after Friday. */
  counts_after_day: boolean;
  hour: readonly string[];
  minute: readonly string[];
  /** Lengths of time in minutes: "half an hour". */
  minutes: Readonly<Record<string, number>>;
  /** "Two and a half hours", "an hour and a half". */
  and_a_half: string | null;
  /** Words before "in two hours" that make it the time that something takes. */
  lasting: readonly string[];
  month: readonly string[];
  year: readonly string[];
  weekend: readonly string[];
  /** "Two days ago", "vor zwei Tagen". */
  ago: { word: string; isBefore: boolean };
  /** Articles that make an ordinal number a day of the month. */
  articles: readonly string[];
  /** Words that make a bare number a day of the month: "am 12.", "el 12". */
  before_day: readonly string[];
  /** True when "3/12" is the third of December; false when it may be the twelfth of March. */
  day_first: boolean;
  /** Words before "3.12" that make it a date. */
  dotted: readonly string[];
  /** "The end of the week", and the same in one word. */
  end: readonly string[];
  end_of_month: readonly string[];
  end_of_year: readonly string[];
  /** "This week". */
  these: readonly string[];
  /** Words after which a period is over: "before the weekend". */
  before: readonly string[];
  /** The one of them that includes the day itself. */
  by: string | null;
  /** Words after "week" that make it the next one. */
  coming: readonly string[];
  /** Month and day of the feasts that everybody names without a date, without `'s`. */
  feasts: Readonly<Record<string, readonly [month: number, day: number]>>;
  /** Days from Easter Sunday. */
  around_easter: Readonly<Record<string, number>>;
  /** The name of the fourth Thursday in November. */
  thanksgiving: string | null;
  /** Parts of today, and its end. */
  these_parts: readonly string[];
  /** The next morning. */
  next_morning: readonly string[];
  /** The ends of words such as "Montagabend". */
  parts_of_weekdays: readonly string[];
  /** Words that make the days before them past: "last Friday", "three weeks ago". */
  past_days: readonly string[];
}

/** The words of a text, each with its number. */
export const counted = (words: string, from = 1): Record<string, number> =>
  Object.fromEntries(wordList(words).map((word, at) => [word, at + from]));
/** Lists of words that mean the same, separated by bars. */
export const lists = (text: string) => text.split('|').map(wordList);
