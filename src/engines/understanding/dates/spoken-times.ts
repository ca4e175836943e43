/** Rewrites spoken times of day ("quarter past four in the evening") to times such as "16:15". */

import { wordList } from '../../../core/text.ts';

const HOURS = wordList('twelve one two three four five six seven eight nine ten eleven');
const MINUTES: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  'twenty five': 25,
  'twenty-five': 25,
  'thirty five': 35,
  'forty five': 45,
  'forty-five': 45,
  'fifty five': 55,
  'oh five': 5,
  quarter: 15,
  'a quarter': 15,
  half: 30,
};
const hourWord = `(?:${HOURS.join('|')})`;
const minuteWord = `(?:${Object.keys(MINUTES)
  .sort((a, b) => b.length - a.length)
  .join('|')})`;
const hourNumber = '(?:1[0-2]|0?[1-9])';
const dayPart = '(?:morning|afternoon|evening|night)';

const numberOf = (word: string): number => {
  const spelled = HOURS.indexOf(word.toLowerCase());
  return spelled < 0 ? Number(word) : spelled === 0 ? 12 : spelled;
};
const pad = (n: number): string => String(n).padStart(2, '0');

/** Marks a time as final, so that later, less exact rules skip it. */
const SETTLED = '\u2063';
const clock = (hour: number, minute: number): string =>
  `${SETTLED}${pad(((hour % 24) + 24) % 24)}:${pad(minute)}`;

/** Converts a twelve-hour time and a part of the day to 24 hours. Twelve "at night" is midnight. */
function inDayPart(hour: number, part: string): number {
  switch (part.toLowerCase()) {
    case 'am':
    case 'morning':
      return hour === 12 && part.toLowerCase() === 'am' ? 0 : hour;
    case 'night':
      return hour === 12 ? 0 : hour < 5 ? hour : hour + 12;
    default:
      return hour === 12 ? 12 : hour < 12 ? hour + 12 : hour;
  }
}

/**
 * "quarter to 10" at night is 21:45. The part of the day applies to the result, so the function
 * calculates in minutes.
 */
function backFrom(hour: number, minutesBefore: number, part: string): string {
  const previous = hour === 1 ? 12 : hour - 1;
  return clock(inDayPart(previous, part), 60 - minutesBefore);
}

const tidy: [RegExp, string][] = [
  [/\s?\bo\s?['"’`]?\s?clock\b/gi, ''],
  [/\bat (morning|afternoon|evening)\b/gi, '$1'],
  [/\b([ap])\s?\.\s?m\b\.?/gi, '$1m'],
  [/(\d)\s?([ap]m)\b/gi, '$1 $2'],
  [/(\d{1,2})\.(\d{2}) ([ap]m)\b/gi, '$1:$2 $3'],
  [/\b(?:at )?(?:mid-?day|noontime|noon)\b/gi, `at ${SETTLED}12:00`],
  [/\b(?:at )?midnight\b/gi, `at ${SETTLED}00:00`],
];

const spokenPart = `\\s?(?:(am|pm)\\b|(?:in the |at )(${dayPart})\\b)`;
const range = new RegExp(
  `\\b(${hourWord}|${hourNumber})(?::([0-5]\\d))? ?(?:to|and|until|till|-|–) ` +
    `?(${hourWord}|${hourNumber})(?::([0-5]\\d))? (am|pm)\\b`,
  'gi',
);
const past = new RegExp(
  `\\b(?:at )?(${minuteWord}|\\d{1,2})(?: minutes?)? (?:past|after) ` +
    `(${hourWord}|${hourNumber})\\b(?:${spokenPart})?`,
  'gi',
);
const to = new RegExp(
  `\\b(?:at )?(${minuteWord}|\\d{1,2})(?: minutes?)? (?:to|till|before) ` +
    `(${hourWord}|${hourNumber})\\b(?:${spokenPart})?`,
  'gi',
);
const partFirst = new RegExp(
  `\\b(${dayPart}),? (?:at )?(${hourNumber})(?::([0-5]\\d))?(?!\\d|:|[ ` +
    `/-]?(?:th|st|nd|rd|am|pm|days?|weeks?|months?|hours?|minutes?|people|of)\\b)`,
  'gi',
);
const plain = new RegExp(
  `(?<![\\d:.$-])\\b(?:at )?(${hourWord}|${hourNumber})(?:[:. ]([0-5]\\d)|[ ` +
    `-](${minuteWord}))?${spokenPart}`,
  'gi',
);
const bareAt = new RegExp(
  `\\b(at|by|around|about|until|till|before|after|make it|let's say|how about|what about) ` +
    `(${hourWord}|${hourNumber})(?::([0-5]\\d)|[ -](${minuteWord}))?` +
    `(?= *(?:[.,;!?]|$|(?:on|tomorrow|today|tonight|then|sharp|next|this|and|or|if|for|with|in|at` +
    `|works|please|so|because|but|okay|ok|to|\\d{4}-\\d\\d-\\d\\d|mon|tue|wed|thu|fri|sat|sun)\\b))`,
  'gi',
);
const bareClock = /(?<![\d:.$£€\u2063-])\b(?:at )?(1[0-2]|[1-9]):([0-5]\d)\b(?![:\d]| ?[ap]m)/gi;

/** Words that show that "at seven" is in the evening. */
const EVENING = new RegExp(
  String.raw`\b(?:tonight|\d\d night|evening|dinner|supper|table for|restaurant|drinks?|pub|bar|club|` +
    String.raw`party|movie|cinema|theatre|theater|concert|gig|show)\b`,
  'i',
);

/**
 * A plain "at five" never means five in the morning, but eight to eleven are usually in the
 * morning.
 */
function likelyHour(hour: number, sentence: string): number {
  if (hour === 12) return 12;
  if (/\b(?:morning|breakfast|wake)\b/i.test(sentence)) return hour;
  if (EVENING.test(sentence)) return hour + 12;
  return hour < 8 ? hour + 12 : hour;
}

const minutesOf = (digits?: string, words?: string): number =>
  digits ? Number(digits) : words ? (MINUTES[words.toLowerCase()] ?? 0) : 0;

export function rewriteTimes(sentence: string): string {
  let text = sentence;
  for (const [pattern, replacement] of tidy) text = text.replace(pattern, replacement);
  text = text.replace(
    range,
    (
      _,
      from: string,
      minute: string | undefined,
      to: string,
      minutes: string | undefined,
      part: string,
    ) => {
      const end = inDayPart(numberOf(to), part);
      const start = inDayPart(numberOf(from), part);
      // "From ten to two pm" starts in the morning.
      const begin = start <= end ? start : numberOf(from);
      return `${clock(begin, minutesOf(minute))} to ${clock(end, minutesOf(minutes))}`;
    },
  );
  text = text.replace(past, (_, minute: string, hour: string, ampm?: string, part?: string) => {
    const word = ampm ?? part;
    const at = word ? inDayPart(numberOf(hour), word) : likelyHour(numberOf(hour), sentence);
    return `at ${clock(at, MINUTES[minute.toLowerCase()] ?? Number(minute))}`;
  });
  text = text.replace(to, (whole, minute: string, hour: string, ampm?: string, part?: string) => {
    const before = MINUTES[minute.toLowerCase()] ?? Number(minute);
    const word = ampm ?? part;
    // "nine to five" and "from 2 to 4" are ranges; only a quarter or a round number means minutes
    // before an hour.
    if (!word && !/quarter|minute/i.test(whole)) return whole;
    if (before >= 60 || (!/quarter|minute|ten|twenty|five/i.test(whole) && before % 5))
      return whole;
    if (/^\d/.test(minute) && !/minute/i.test(whole)) return whole;
    return word
      ? `at ${backFrom(numberOf(hour), before, word)}`
      : `at ${clock(likelyHour(numberOf(hour), sentence) - 1, 60 - before)}`;
  });
  text = text.replace(
    plain,
    (_, hour: string, digits?: string, words?: string, ampm?: string, part?: string) =>
      `at ${clock(inDayPart(numberOf(hour), ampm ?? part ?? 'pm'), minutesOf(digits, words))}`,
  );
  text = text.replace(
    partFirst,
    (_, part: string, hour: string, digits?: string) =>
      `at ${clock(inDayPart(Number(hour), part), minutesOf(digits))}`,
  );
  text = text.replace(
    bareAt,
    (_, before: string, hour: string, digits?: string, words?: string) =>
      `${before} ${clock(likelyHour(numberOf(hour), sentence), minutesOf(digits, words))}`,
  );
  // A written "10:30" is in the morning and "2:30" in the afternoon; "09:45" and "14:30" are
  // unambiguous.
  text = text.replace(
    bareClock,
    (_, hour: string, digits: string) =>
      `at ${clock(likelyHour(Number(hour), sentence), Number(digits))}`,
  );
  return text.replaceAll(SETTLED, '');
}
