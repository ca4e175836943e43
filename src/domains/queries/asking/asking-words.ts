import { wordList } from '../../../core/text.ts';
import { lists } from '../../../engines/calendar/calendar-text.ts';

/** The words of a language that say when, with whom and where something was said. */
export interface AskingWords {
  /** Words that end a period before the next one, or begin it after the next one. */
  before: readonly string[];
  after: readonly string[];
  since: readonly string[];
  until: readonly string[];
  /** Words before a period that belong to it: "in March", "over the summer". */
  during: readonly string[];
  articles: readonly string[];
  /** Before or after a unit: "last week", "el mes pasado". */
  last: readonly string[];
  these: readonly string[];
  next: readonly string[];
  /** Spring, summer, autumn and winter. */
  seasons: readonly (readonly string[])[];
  weekend: readonly string[];
  /** Parts of a day, which are left out after a day: "yesterday evening". */
  parts: readonly string[];
  /** "The last few days". */
  few: readonly string[];
  /** Names of months that are also other words or names. */
  unclear: readonly string[];
  /** Words of a question about what was said at all: "what did I last talk about with Ana". */
  talking: readonly string[];
  with: readonly string[];
  folder: readonly string[];
}

export const ASKING: Readonly<Record<string, AskingWords>> = {
  en: {
    before: ['before'],
    after: ['after'],
    since: ['since'],
    until: ['until', 'till'],
    during: wordList(
      'in on at during over from of within through throughout for between early late mid',
    ),
    articles: ['the'],
    last: ['last', 'past', 'previous'],
    these: ['this', 'current'],
    next: ['next', 'coming'],
    seasons: lists('spring springtime|summer summertime|autumn fall|winter wintertime'),
    weekend: ['weekend', 'weekends'],
    parts: ['morning', 'afternoon', 'evening', 'night'],
    few: ['few', 'several', 'couple of'],
    unclear: wordList('march mar may april june august jan jun jul dec sep'),
    talking: wordList('last latest lastly recently say said tell told talk talked speak spoke'),
    with: ['with'],
    folder: ['folder'],
  },
  de: {
    before: ['vor', 'vorm'],
    after: ['nach'],
    since: ['seit', 'ab'],
    until: ['bis'],
    during: wordList(
      'in im am an zum vom von während über übers aus für zwischen anfang mitte ende',
    ),
    articles: wordList('der die das dem den des'),
    last: wordList(
      `letzte letzten letzter letztes letztem vorige vorigen voriges vorigem vergangene vergangenen
      vergangenes vergangenem`,
    ),
    these: wordList('diese diesen dieser dieses diesem'),
    next: wordList(
      'nächste nächsten nächster nächstes nächstem kommende kommenden kommendes kommendem',
    ),
    seasons: lists('frühling frühjahr|sommer|herbst|winter'),
    weekend: ['wochenende', 'wochenenden'],
    parts: wordList('früh morgen vormittag mittag nachmittag abend nacht'),
    few: ['paar'],
    unclear: ['april', 'august'],
    talking: wordList(`
      worüber wovon darüber zuletzt letztens neulich gesprochen geredet unterhalten gesagt erzählt
      besprochen sprechen reden sagen erzählen sprach redete sagte passiert geschehen los war gab`),
    with: ['mit'],
    folder: ['ordner', 'ordners'],
  },
  es: {
    before: ['antes'],
    after: ['después', 'despues', 'tras'],
    since: ['desde'],
    until: ['hasta'],
    during: wordList('en durante a de del por al entre'),
    articles: ['el', 'la', 'los', 'las', 'de', 'del'],
    last: wordList('último últimos última últimas ultimo ultima pasado pasada pasados pasadas'),
    these: ['este', 'esta'],
    next: ['próximo', 'próxima', 'proximo', 'proxima'],
    seasons: lists('primavera|verano|otoño|invierno'),
    weekend: ['finde', 'fin de semana'],
    parts: ['por la mañana', 'por la tarde', 'por la noche'],
    few: ['pocos', 'pocas'],
    unclear: [],
    talking: wordList(`
      último última últimamente hablar hablé habló hablamos hablado decir dije dijo dijimos dicho
      contar conté contó contamos contado pasar pasó pasado`),
    with: ['con'],
    folder: ['carpeta'],
  },
};
