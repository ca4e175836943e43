/** The lowest chances, 0 to 1, at which something that was read is kept. */
export const BOUNDS = {
  task: 0.5,
  event: 0.5,
  fact: 0.5,
  /** That a fact is about the user. */
  own: 0.5,
  /** A fact that is over by this chance is not a memory. */
  over: 0.5,
  /** A word belongs to the words of a task, an appointment or a fact. */
  word: 0.5,
  /** A word belongs to what the whole talk is about. */
  title: 0.35,
  /** A day at which a task is due. */
  due: 0.5,
  /** A talk below this, of which nothing was made, is not worth keeping. */
  worth: 0.3,
  /** In languages of which the reader has learnt no talks. */
  foreign: 0.8,
} as const;

/** The languages that the reader has learnt to read, and in which results are worded. */
export type Language = 'en' | 'de' | 'es';

export const isLearnt = (language: string): language is Language =>
  language === 'en' || language === 'de' || language === 'es';

/** The lowest chance of a task, an appointment or a fact in a language. */
export const boundOf = (kind: 'task' | 'event' | 'fact', language: string): number =>
  isLearnt(language) ? BOUNDS[kind] : BOUNDS.foreign;
