import { wordList } from '../../../core/text.ts';
import { counted, lists, type CalendarWords } from './calendar-words.ts';

const UNITS_DE = counted('ein zwei drei vier fünf sechs sieben acht neun');
const TENS_DE = {
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
};
const combinedDe = Object.fromEntries(
  Object.entries(TENS_DE).flatMap(([ten, value]) =>
    Object.entries(UNITS_DE).map(([unit, more]) => [`${unit}und${ten}`, value + more]),
  ),
);
const NUMBERS_DE = {
  ...counted(
    `
        eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
        fünfzehn sechzehn siebzehn achtzehn neunzehn`,
  ),
  ...TENS_DE,
  ...combinedDe,
};
/** "dritten", "dritter", "dritte" … */
const ORDINALS_DE = Object.fromEntries(
  [
    wordList(`
      erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt
      fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst`),
    Object.keys(UNITS_DE).map((unit) => `${unit}undzwanzigst`),
    ['dreißigst', 'einunddreißigst'],
  ]
    .flat()
    .flatMap((stem, at) => ['en', 'er', 'e'].map((end) => [stem + end, at + 1])),
);

export const GERMAN_CALENDAR: CalendarWords = {
  weekdays: lists(
    `
      sonntag sonntags|montag montags|dienstag dienstags|mittwoch mittwochs|donnerstag
      donnerstags|freitag freitags|samstag samstags sonnabend`,
  ),
  months: lists(
    'januar jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  ),
  relative: { vorgestern: -2, gestern: -1, heute: 0, morgen: 1, übermorgen: 2 },
  phrases: {},
  numbers: NUMBERS_DE,
  ordinals: ORDINALS_DE,
  nth: lists('ersten erste|zweiten zweite|dritten dritte|vierten vierte'),
  last: ['letzten', 'letzte', 'letzter'],
  ranges: [
    ['zwischen', 'und'],
    ['von', 'bis'],
  ],
  at: ['um', 'gegen', 'ab', 'bis', 'so', 'vor', 'nach'],
  oclock: ['uhr'],
  half: { word: 'halb', means: 'before' },
  quarter: 'viertel',
  three_quarters: 'dreiviertel',
  past: ['nach'],
  to: ['vor'],
  plus: null,
  minus: null,
  fixed: { mittag: '12:00', mittags: '12:00', mitternacht: '00:00' },
  morning: ['früh', 'morgens', 'vormittag', 'vormittags', 'frühstück'],
  evening: ['abend', 'abends', 'nachmittag', 'nachmittags', 'nachts', 'kaffee'],
  next: ['nächsten', 'nächste', 'nächster', 'kommenden', 'kommende'],
  after_next: ['übernächste', 'übernächster', 'übernächstes', 'übernächsten'],
  week: ['woche', 'wochen'],
  fortnight: [],
  day: ['tag', 'tage', 'tagen'],
  ahead: ['in'],
  one: ['einer', 'einem'],
  from: null,
  counts_after_day: true,
  hour: ['stunde', 'stunden'],
  minute: ['minute', 'minuten'],
  minutes: {
    'einer halben stunde': 30,
    'einer viertelstunde': 15,
    'einer dreiviertelstunde': 45,
    'anderthalb stunden': 90,
    'eineinhalb stunden': 90,
    'zweieinhalb stunden': 150,
  },
  and_a_half: null,
  lasting: wordList('einmal zweimal mal dauert dauerte schaffte war waren wurde'),
  month: ['monat', 'monaten', 'monats'],
  year: ['jahr', 'jahre', 'jahren', 'jahres'],
  weekend: ['wochenende'],
  ago: { word: 'vor', isBefore: true },
  articles: ['am', 'der', 'den', 'dem', 'zum', 'vom', 'bis', 'spätestens', 'ab', 'seit'],
  before_day: ['am', 'zum', 'vom'],
  day_first: true,
  dotted: ['am', 'den', 'dem', 'zum', 'vom', 'bis', 'spätestens'],
  end: ['ende'],
  end_of_month: ['monatsende'],
  end_of_year: ['jahresende'],
  these: ['diese', 'dieser'],
  before: ['vor', 'vorm', 'bis'],
  by: 'bis',
  coming: [],
  feasts: { weihnachten: [12, 25], heiligabend: [12, 24], silvester: [12, 31], neujahr: [1, 1] },
  around_easter: { karfreitag: -2, ostern: 0, ostersonntag: 0, ostermontag: 1, pfingsten: 49 },
  thanksgiving: null,
  these_parts: ['ende des tages'],
  next_morning: ['in der früh'],
  parts_of_weekdays: ['nachmittag', 'vormittag', 'mittag', 'abend', 'morgen', 'nacht', 'früh'],
  past_days: ['letzten', 'letzte', 'letzter', 'gestern', 'vorgestern'],
};
