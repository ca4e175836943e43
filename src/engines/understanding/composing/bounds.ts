import type { Transcript } from '../maker.ts';

/** The lowest chances, 0 to 1, at which something that was read is kept. */
export const CHANCES = {
  task: 0.4,
  event: 0.3,
  fact: 0.4,
  /** A fact that is over by this chance is not a memory. */
  over: 0.5,
  /** A word belongs to the words of a task, an appointment or a fact. */
  word: 0.5,
  /** A word belongs to what the whole talk is about. */
  title: 0.35,
  /** A day at which a task is due. */
  due: 0.4,
  /** The highest chance of a task or an appointment whose date contradicts its day of the week. */
  doubted: 0.5,
  /** A talk below this, of which nothing was made, is not worth keeping. */
  worth: 0.05,
  /** In languages of which the reader has learnt no talks. */
  foreign: 0.8,
} as const;

/** The languages that the reader has learnt to read, and in which results are worded. */
export type Language = 'en' | 'de' | 'es';

export const isLearnt = (language: string): language is Language =>
  language === 'en' || language === 'de' || language === 'es';

interface Said {
  locale: string;
  on: string;
  /** "with Ana". */
  with: (person: string) => string;
}

/** Words of results in each language. */
export const SAID: Readonly<Record<Language, Said>> = {
  en: { locale: 'en-GB', on: 'on', with: (person) => `with ${person}` },
  de: { locale: 'de-DE', on: 'am', with: (person) => `mit ${declined(person)}` },
  es: { locale: 'es-ES', on: 'el', with: (person) => `con ${person}` },
};

/** "Herr Krug" outside the nominative. */
export const declined = (names: string): string =>
  names.replaceAll(/(?<!\p{L})Herr(?= )/gu, 'Herrn');

/** Below its bound, but above this chance, the user is asked. */
const PERHAPS = 0.2;

const KIND_OF = { task: 'task', event: 'event', fact: 'memory' } as const;
type Kind = keyof typeof KIND_OF;
type Of = Pick<Transcript, 'language' | 'bound_shifts'>;

/** The lowest chance of a task, an appointment or a fact that is kept. */
export function boundOf(kind: Kind, { language, bound_shifts }: Of): number {
  const bound = isLearnt(language.slice(0, 2).toLowerCase()) ? CHANCES[kind] : CHANCES.foreign;
  return bound + (bound_shifts?.[KIND_OF[kind]] ?? 0);
}

/** The lowest chance of what is worded, to be kept or to be asked about. */
export const leastOf = (kind: Kind, of: Of): number => Math.min(PERHAPS, boundOf(kind, of));
