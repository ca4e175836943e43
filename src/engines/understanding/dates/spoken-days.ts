import { wordList } from '../../../core/text.ts';
import { addDays, daysIntoWeek, isoDay, monthStart, weekdayOf } from '../wall-clock.ts';
import type { WallClock, WeekStart } from '../wall-clock.ts';
import type { Lean } from './lean.ts';

/** Rewrites spoken days ("the 9th", "a week from Friday") to dates such as "2019-03-09". */

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekday =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?)';
const indexOf = (name: string): number => WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());

/** A span of days that was mentioned in one phrase: a weekend, a week, a month, a year. */
export interface Span {
  first: WallClock;
  last: WallClock;
}

const SMALL = wordList('zero one two three four five six seven eight nine ten eleven twelve');
const count =
  '(\\d{1,3}|an?|a couple(?: of)?|a few|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

export function countOf(words: string): number {
  const said = words.toLowerCase();
  if (/^\d/.test(said)) return Number(said);
  if (said.startsWith('a couple')) return 2;
  if (said === 'a few') return 3;
  return Math.max(1, SMALL.indexOf(said));
}

/** The ordinals of the days of a month; the first day has index 0. */
const ORDINALS = wordList(`
  first second third fourth fifth sixth seventh eighth ninth tenth
  eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
  twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth
  twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first`);
const ordinalWord = ORDINALS.toSorted((a, b) => b.length - a.length)
  .join('|')
  .replaceAll('-', '[- ]');
const ordinal = `(\\d{1,2}(?:st|nd|rd|th)|${ordinalWord})`;
const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const dayNumber = (said: string): number =>
  ORDINALS.indexOf(said.toLowerCase().replace(' ', '-')) + 1 || Number.parseInt(said, 10);

/** The day on which the words were spoken, in the user's calendar. */
export interface Today extends WallClock {
  weekStart: WeekStart;
}

const weekOf = (today: Today, weeks: number): WallClock =>
  addDays(today, weeks * 7 - daysIntoWeek(today, today.weekStart));

function nthOfMonth(
  today: WallClock,
  said: string,
  months: number | null,
  lean: Lean,
): WallClock | null {
  const day = dayNumber(said);
  const ahead =
    months ?? (lean === 'future' ? (day < today.day ? 1 : 0) : day > today.day ? -1 : 0);
  // "The 31st" skips months of 30 days or fewer; the next month is always long enough.
  for (const month of [ahead, ahead + (lean === 'future' ? 1 : -1)]) {
    const found = { ...monthStart(today, month), day };
    if (addDays(found, 0).day === day) return found;
  }
  return null;
}

function weekdayNear(today: Today, name: string, which: string, lean: Lean): WallClock {
  const distance = (indexOf(name) - weekdayOf(today) + 7) % 7;
  const word = which.toLowerCase();
  if (/last|past|previous/.test(word)) return addDays(today, distance - 7);
  // "Next" means the day in the coming week. For a day in this week, people say "this" or no word
  // before the day.
  if (/next/.test(word)) return inWeek(today, name, 1);
  if (/this/.test(word)) return inWeek(today, name, 0);
  if (lean === 'past' && !/coming/.test(word)) return addDays(today, distance - 7);
  return addDays(today, distance || 7);
}

const inWeek = (today: Today, name: string, weeks: number): WallClock =>
  addDays(weekOf(today, weeks), (indexOf(name) - today.weekStart + 7) % 7);
const weeksOf = (word: string): number => (/next/i.test(word) ? 1 : /last/i.test(word) ? -1 : 0);
const spanOfWeek = (today: Today, weeks: number): Span => ({
  first: weekOf(today, weeks),
  last: addDays(weekOf(today, weeks), 6),
});

/** The working week ends on Friday. After Friday, the end of the week is its last day. */
function endOfWeek(today: Today, weeks: number): WallClock {
  const friday = inWeek(today, 'fri', weeks);
  const isLater = daysIntoWeek(today, today.weekStart) > daysIntoWeek(friday, today.weekStart);
  return weeks === 0 && isLater ? spanOfWeek(today, 0).last : friday;
}
const spanOfMonth = (today: WallClock, months: number): Span => ({
  first: monthStart(today, months),
  last: addDays(monthStart(today, months + 1), -1),
});

type Say = (match: RegExpExecArray, today: Today, lean: Lean) => WallClock | Span | null;

/** Longer phrases come first, so that the short patterns do not match parts of them. */
const phrases: [RegExp, Say][] = [
  [/\b(?:the )?day after tomorrow\b/i, (_, t) => addDays(t, 2)],
  [/\b(?:the )?day before yesterday\b/i, (_, t) => addDays(t, -2)],
  [
    new RegExp(`\\b(?:a|1|one) week from ${weekday}\\b|\\b${weekday} after next\\b`, 'i'),
    (m, t) => addDays(weekdayNear(t, m[1] ?? m[2]!, '', 'future'), 7),
  ],
  [/\b(?:a|1|one) week from (today|tomorrow)\b/i, (m, t) => addDays(t, /tod/i.test(m[1]!) ? 7 : 8)],
  [/\b(?:by |at |before |until )?(?:the )?end of (?:the |this )?day\b|\beod\b/i, (_, t) => t],
  [
    /\b(?:the )?end of (the|this|next|last)? ?week\b|\beow\b/i,
    (m, t) => endOfWeek(t, weeksOf(m[1] ?? '')),
  ],
  [
    /\b(?:the )?(end|middle|beginning|start) of (the|this|next|last)? ?month\b|\beom\b/i,
    (m, t) => {
      const month = spanOfMonth(t, weeksOf(m[2] ?? ''));
      if (/mid/i.test(m[1] ?? '')) return addDays(month.first, 14);
      return /beg|start/i.test(m[1] ?? '') ? month.first : month.last;
    },
  ],
  [
    /\b(?:the )?end of (the|this|next|last)? ?year\b/i,
    (m, t) => ({ ...t, year: t.year + weeksOf(m[1] ?? ''), month: 12, day: 31 }),
  ],
  [
    new RegExp(`\\b(?:on )?(?:the )?${ordinal} (?:day )?of (this|next|last) month\\b`, 'i'),
    (m, t, lean) => nthOfMonth(t, m[1]!, weeksOf(m[2]!), lean),
  ],
  [
    new RegExp(`\\b(?:on )?${weekday},? (?:of |the )?(this|next|last) week\\b`, 'i'),
    (m, t) => inWeek(t, m[1]!, weeksOf(m[2]!)),
  ],
  [
    new RegExp(`\\b(next|last|this) week(?: on|'s)? ${weekday}\\b`, 'i'),
    (m, t) => inWeek(t, m[2]!, weeksOf(m[1]!)),
  ],
  [
    new RegExp(`\\b${weekday},? (?:the )?(${ordinal})(?! of\\b| ${MONTHS})`, 'i'),
    (m, t, lean) => nthOfMonth(t, m[2]!, null, lean),
  ],
  [
    new RegExp(
      `\\b(?:on )?(?:(this past|this coming|this ` +
        `upcoming|this|next|last|past|previous|coming|upcoming) )?${weekday}\\b(?!,? (?:the ` +
        `)?\\d|,? (?:${MONTHS}) \\d)`,
      'i',
    ),
    (m, t, lean) =>
      /^(?:sat|sun|wed|mon|fri)$/.test(m[2]!) && !m[1]
        ? null
        : weekdayNear(t, m[2]!, m[1] ?? '', lean),
  ],
  [/\bbefore (?:the |this )?week-?end\b/i, (_, t) => endOfWeek(t, 0)],
  [
    /\b(?:(this|next|last|past|this past|coming|over the|on the|for the|at the|during the|by the|the) )week-?end\b/i,
    (m, t, lean) => {
      const word = m[1]!.toLowerCase();
      const ago = /last|past/.test(word) || (lean === 'past' && !/this|next|coming/.test(word));
      const weeks = ago ? -1 : word === 'next' ? 1 : 0;
      const saturday = inWeek(t, 'sat', weeks);
      return { first: saturday, last: addDays(saturday, 1) };
    },
  ],
  [
    /\b(next|last|past|this past|this) week\b/i,
    (m, t) => spanOfWeek(t, /past/i.test(m[1]!) ? -1 : weeksOf(m[1]!)),
  ],
  [
    /\b(next|last|past|this past|this) month\b/i,
    (m, t) => spanOfMonth(t, /past/i.test(m[1]!) ? -1 : weeksOf(m[1]!)),
  ],
  [
    /\b(next|last|this) year\b/i,
    (m, t) => {
      const year = t.year + weeksOf(m[1]!);
      return { first: { ...t, year, month: 1, day: 1 }, last: { ...t, year, month: 12, day: 31 } };
    },
  ],
  [
    new RegExp(`\\b${count} years? ago\\b`, 'i'),
    (m, t) => {
      const year = t.year - countOf(m[1]!);
      return { first: { ...t, year, month: 1, day: 1 }, last: { ...t, year, month: 12, day: 31 } };
    },
  ],
  [new RegExp(`\\b${count} months? ago\\b`, 'i'), (m, t) => spanOfMonth(t, -countOf(m[1]!))],
  [
    new RegExp(
      `\\b(?:in|within) ${count} (day|week|fortnight|month)s?\\b(?! time|')|\\b${count} (day|week|fortnight|month)s? from (?:now|today)\\b`,
      'i',
    ),
    (m, t) => {
      const n = countOf(m[1] ?? m[3]!);
      const unit = (m[2] ?? m[4]!).toLowerCase();
      return unit === 'month'
        ? { ...monthStart(t, n), day: Math.min(t.day, spanOfMonth(t, n).last.day) }
        : addDays(t, n * (unit === 'day' ? 1 : unit === 'week' ? 7 : 14));
    },
  ],
  [
    new RegExp(`\\b${count} (day|week)s? ago\\b`, 'i'),
    (m, t) => addDays(t, -countOf(m[1]!) * (/day/i.test(m[2]!) ? 1 : 7)),
  ],
  [/\bthe other day\b/i, (_, t) => ({ first: addDays(t, -6), last: addDays(t, -1) })],
  [
    new RegExp(
      `\\b(on|by|until|till|before|after|from|to|is|was|around|for|and|tomorrow|maybe)` +
        `( about)? the ${ordinal}\\b(?! (?:of (?!this|the|next)|${MONTHS}|(?!at|for|from|to|until|in|on|and|or|if|is|was` +
        `|would|will|works|please|then|around|because|so|but|with|i|we|you|she|he|they` +
        `|which|that|as|by|instead|right|it|till|through|between|after|before)[a-z]+))`,
      'i',
    ),
    (m, t, lean) => nthOfMonth(t, m[3]!, null, lean),
  ],
  [
    new RegExp(
      String.raw`\bthe (\d{1,2}(?:st|nd|rd|th))\b(?= *(?:[.,!?;]|$|at\b|for\b|works|is\b|would` +
        String.raw`|sounds))`,
      'i',
    ),
    (m, t, lean) => nthOfMonth(t, m[1]!, null, lean),
  ],
  [/\b(?:today|this morning|this afternoon|this evening|tonight|later on today)\b/i, (_, t) => t],
  [/\b(?:tomorrow|tmrw|tommorow|tomorow|tomo)(?:'s)?\b/i, (_, t) => addDays(t, 1)],
  [/\b(?:yesterday|last night)(?:'s)?\b/i, (_, t) => addDays(t, -1)],
];

const everywhere = phrases.map(
  ([pattern, say]) => [new RegExp(pattern.source, 'gi'), say] as const,
);

export interface RewrittenDays {
  text: string;
  /** The spans, by the text of their first day. */
  spans: Map<string, Span>;
}

export function rewriteDays(sentence: string, today: Today, lean: Lean): RewrittenDays {
  const spans = new Map<string, Span>();
  let text = sentence;
  for (const [every, say] of everywhere) {
    text = text.replace(every, (...args: unknown[]) => {
      const groups = args.slice(
        0,
        args.findIndex((x) => typeof x === 'number'),
      ) as string[];
      const whole = groups[0]!;
      const said = say(groups as unknown as RegExpExecArray, today, lean);
      if (!said) return whole;
      if (!('first' in said)) return isoDay(said) + dayPartOf(whole);
      spans.set(isoDay(said.first), said);
      return isoDay(said.first);
    });
  }
  return { text, spans };
}

/** "This morning" and "tonight" also name a part of the day. */
function dayPartOf(phrase: string): string {
  return (
    /(morning|afternoon|evening|night)/i.exec(phrase)?.[1]?.toLowerCase().replace(/^/, ' ') ?? ''
  );
}
