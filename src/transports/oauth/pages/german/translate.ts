import { GERMAN } from './sentences.ts';
import { GERMAN_SET_UPS } from './set-ups.ts';

/** A sentence of the pages, in English. */
export type Sentence = keyof typeof GERMAN;

const ALL: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GERMAN),
  ...Object.entries(GERMAN_SET_UPS),
]);

/** Returns the text in the language, or in English when there is no translation. */
export const translate = (text: string, language: 'en' | 'de'): string =>
  (language === 'de' ? ALL.get(text) : undefined) ?? text;
