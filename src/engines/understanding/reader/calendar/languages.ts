import { wordList } from '../../../../core/text.ts';
import type { CalendarWords } from './calendar-words.ts';

const counted = (words: string, from = 1): Record<string, number> =>
  Object.fromEntries(wordList(words).map((word, at) => [word, at + from]));
const lists = (text: string) => text.split('|').map(wordList);

const TENS_EN = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const UNITS_EN = counted('one two three four five six seven eight nine');
const combinedEn = Object.fromEntries(
  Object.entries(TENS_EN).flatMap(([ten, value]) =>
    Object.entries(UNITS_EN).map(([unit, more]) => [`${ten}-${unit}`, value + more]),
  ),
);
const UNITS_DE = counted('ein zwei drei vier fünf sechs sieben acht neun');
const TENS_DE = { zwanzig: 20, dreißig: 30, dreissig: 30, vierzig: 40, fünfzig: 50 };
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

export const CALENDARS: Readonly<Record<string, CalendarWords>> = {
  en: {
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
    relative: { today: 0, tonight: 0, tomorrow: 1, tmrw: 1, 'to-morrow': 1 },
    phrases: { 'day after tomorrow': 2 },
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
    last: ['last'],
    between: ['between', 'and'],
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
    weekend: ['weekend'],
    articles: ['the', 'on'],
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
    these_parts: ['this morning', 'this afternoon', 'this evening'],
    next_morning: ['in the morning', 'first thing'],
    parts_of_weekdays: [],
    past_days: ['last', 'ago', 'yesterday'],
  },
  de: {
    weekdays: lists(
      `
        sonntag sonntags|montag montags|dienstag dienstags|mittwoch mittwochs|donnerstag
        donnerstags|freitag freitags|samstag samstags sonnabend`,
    ),
    months: lists(
      'januar jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
    ),
    relative: { heute: 0, morgen: 1, übermorgen: 2 },
    phrases: {},
    numbers: NUMBERS_DE,
    ordinals: ORDINALS_DE,
    nth: lists('ersten erste|zweiten zweite|dritten dritte|vierten vierte'),
    last: ['letzten', 'letzte', 'letzter'],
    between: ['zwischen', 'und'],
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
    weekend: ['wochenende'],
    articles: ['am', 'der', 'den', 'dem', 'zum', 'vom', 'bis'],
    day_first: true,
    dotted: ['am', 'den', 'dem', 'zum', 'vom'],
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
    these_parts: [],
    next_morning: ['in der früh'],
    parts_of_weekdays: ['nachmittag', 'vormittag', 'mittag', 'abend', 'morgen', 'nacht', 'früh'],
    past_days: ['letzten', 'letzte', 'letzter', 'gestern', 'vorgestern'],
  },
  es: {
    weekdays: lists(
      'domingo domingos|lunes|martes|miércoles miercoles|jueves|viernes|sábado sabado sábados',
    ),
    months: lists(
      'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre',
    ),
    relative: { hoy: 0, mañana: 1, manana: 1, 'pasado-mañana': 2 },
    phrases: { 'pasado mañana': 2 },
    numbers: {
      ...counted(
        `
        uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
        dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés
        veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta`,
      ),
      una: 1,
      dieciseis: 16,
      cuarenta: 40,
      cincuenta: 50,
    },
    ordinals: { primero: 1 },
    nth: lists('primer primero|segundo|tercer tercero|cuarto'),
    last: ['último', 'ultimo'],
    between: ['entre', 'y'],
    at: ['las', 'la'],
    oclock: [],
    half: null,
    quarter: 'cuarto',
    three_quarters: null,
    past: [],
    to: [],
    plus: 'y',
    minus: 'menos',
    fixed: { mediodía: '12:00', medianoche: '00:00' },
    morning: ['mañana', 'madrugada', 'desayunar', 'desayuno'],
    evening: ['tarde', 'noche', 'cena', 'cenar', 'tardes'],
    next: ['próximo', 'próxima'],
    after_next: [],
    week: ['semana', 'semanas'],
    fortnight: ['quincena'],
    day: ['día', 'días', 'dia', 'dias'],
    ahead: ['en', 'dentro'],
    one: ['un', 'una'],
    from: null,
    counts_after_day: false,
    hour: ['hora', 'horas'],
    minute: ['minuto', 'minutos'],
    minutes: {
      'media hora': 30,
      'hora y media': 90,
      'un cuarto de hora': 15,
      'tres cuartos de hora': 45,
    },
    and_a_half: 'y media',
    lasting: wordList('vez veces tarda tardó tardé hice hizo hicimos'),
    month: ['mes', 'meses'],
    weekend: ['finde'],
    articles: ['el', 'del', 'al', 'día'],
    day_first: true,
    dotted: [],
    end: ['fin', 'final', 'finales'],
    end_of_month: [],
    end_of_year: [],
    these: ['esta'],
    before: ['antes'],
    by: null,
    coming: ['que viene'],
    feasts: { navidad: [12, 25], nochebuena: [12, 24], nochevieja: [12, 31], 'año nuevo': [1, 1] },
    around_easter: { 'jueves santo': -3, 'viernes santo': -2, 'semana santa': -7 },
    thanksgiving: null,
    these_parts: ['esta mañana', 'esta tarde', 'esta noche'],
    next_morning: [],
    parts_of_weekdays: [],
    past_days: ['pasado', 'pasada', 'ayer', 'anteayer', 'hace'],
  },
};
