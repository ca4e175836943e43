import { GERMAN } from './sentences.ts';
import { GERMAN_SET_UPS } from './set-ups.ts';

/** A sentence of the pages, in English. */
export type Sentence = keyof typeof GERMAN;

const ALL: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GERMAN),
  ...Object.entries(GERMAN_SET_UPS),
]);

/** The last sentence of a refusal that names the seconds to wait. */
const WAIT = / Try again in (\d+)s\.$/;

/** Returns the text in the language, or in English when there is no translation. */
export function translate(text: string, language: 'en' | 'de'): string {
  if (language === 'en') return text;
  const wait = WAIT.exec(text);
  if (!wait) return ALL.get(text) ?? text;
  const reason = ALL.get(text.slice(0, wait.index));
  return reason ? `${reason} Versuche es in ${wait[1]} Sekunden noch einmal.` : text;
}
