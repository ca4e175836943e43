import { wordList } from '../../../core/text.ts';
import { counted, lists, type CalendarWords } from './calendar-words.ts';

const TENS_EN = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const UNITS_EN = counted('one two three four five six seven eight nine');
const combinedEn = Object.fromEntries(
  Object.entries(TENS_EN).flatMap(([ten, value]) =>
    Object.entries(UNITS_EN).map(([unit, more]) => [`${ten}-${unit}`, value + more]),
  ),
);
export const ENGLISH: CalendarWords = {
  weekdays: lists(
    `
      sunday sun sundays|monday mon mondays|tuesday tue tues tuesdays|wednesday wed weds
      wednesdays|thursday thu thur thurs thursdays|friday fri fridays|saturday sat saturdays`,
  ),
  months: lists(
    `
      january jan|february feb|march|april apr|may|june jun|july jul|august aug|september sept
      sep|october oct|november nov|december dec`,
  ),
  relative: { yesterday: -1, today: 0, tonight: 0, tomorrow: 1, tmrw: 1, 'to-morrow': 1 },
  phrases: { 'day before yesterday': -2, 'last night': -1, 'day after tomorrow': 2 },
  numbers: {
    ...counted(
      `
      one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
      sixteen seventeen eighteen nineteen`,
    ),
    ...TENS_EN,
    ...combinedEn,
  },
  ordinals: {
    ...counted(
      `
      first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
      thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
    ),
    ...counted(
      `
      twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth
      twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first`,
      21,
    ),
  },
  nth: lists('first|second|third|fourth'),
  last: ['last', 'past', 'previous'],
  ranges: [
    ['between', 'and'],
    ['from', 'to'],
    ['from', 'till'],
    ['from', 'until'],
  ],
  at: ['at', 'by', 'from', 'after', 'before', 'till', 'until', 'about', 'around', 'say', 'for'],
  oclock: ["o'clock", 'oclock', 'sharp', 'am', 'pm', 'a.m', 'p.m'],
  half: { word: 'half', means: 'after' },
  quarter: 'quarter',
  three_quarters: null,
  past: ['past', 'after'],
  to: ['to', 'till', 'of'],
  plus: null,
  minus: null,
  fixed: { noon: '12:00', midday: '12:00', lunchtime: '12:00', midnight: '00:00' },
  morning: ['morning', 'breakfast', 'am', 'a.m', 'brunch'],
  // With the occasions that begin between eight and eleven: "a table on Friday at eight".
  evening: (
    'evening tonight night pm p.m afternoon dinner supper table restaurant drinks pub party ' +
    'concert gig movie cinema theatre theater'
  ).split(' '),
  next: ['next'],
  after_next: ['after next'],
  week: ['week', 'weeks'],
  fortnight: ['fortnight', 'fortnights'],
  day: ['day', 'days'],
  ahead: ['in', 'within'],
  one: ['a', 'an'],
  from: ['from', 'now'],
  counts_after_day: false,
  hour: ['hour', 'hours', 'hr', 'hrs'],
  minute: ['minute', 'minutes', 'min', 'mins'],
  minutes: {
    'half an hour': 30,
    'a half hour': 30,
    'a quarter of an hour': 15,
    'quarter of an hour': 15,
    'three quarters of an hour': 45,
  },
  and_a_half: 'and a half',
  lasting: wordList('once twice times did takes took was were made ran won'),
  month: ['month', 'months'],
  year: ['year', 'years'],
  weekend: ['weekend'],
  ago: { word: 'ago', isBefore: false },
  articles: ['the', 'on'],
  before_day: [],
  day_first: false,
  dotted: [],
  end: ['end'],
  end_of_month: ['month-end'],
  end_of_year: ['year-end'],
  these: ['this'],
  before: ['before', 'by'],
  by: 'by',
  coming: [],
  feasts: {
    christmas: [12, 25],
    xmas: [12, 25],
    'christmas eve': [12, 24],
    'boxing day': [12, 26],
    'new year day': [1, 1],
    'new year eve': [12, 31],
    'valentine day': [2, 14],
    halloween: [10, 31],
  },
  around_easter: { 'good friday': -2, easter: 0, 'easter sunday': 0, 'easter monday': 1 },
  thanksgiving: 'thanksgiving',
  these_parts: [
    'this morning',
    'this afternoon',
    'this evening',
    'end of day',
    'by the end of the day',
    'eod',
  ],
  next_morning: ['in the morning', 'first thing'],
  parts_of_weekdays: [],
  past_days: ['last', 'past', 'previous', 'ago', 'yesterday'],
};
