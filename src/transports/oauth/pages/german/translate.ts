import { GERMAN_SENTENCES } from './sentences.ts';

/** A sentence of the pages, in English. */
export type PageSentence = keyof typeof GERMAN_SENTENCES;

const ALL: ReadonlyMap<string, string> = new Map(Object.entries(GERMAN_SENTENCES));

/** The last sentence of a refusal that names the seconds to wait. */
const WAIT = / Try again in (\d+)s\.$/;

/** Sentences of other rooms that contain a value. */
const WITH_VALUE = (
  [
    'The address answers with an error (HTTP {status}).',
    'The document did not arrive, or is larger than {MAX_KB} KB.',
    'The document is not valid: {problem}.',
  ] satisfies PageSentence[]
).map((sentence) => {
  const [before = '', after = ''] = sentence.split(/\{\w+\}/);
  return { before, after, german: GERMAN_SENTENCES[sentence] };
});

/** Returns the text in the language, or in English when there is no translation. */
export function translate(text: string, language: 'en' | 'de'): string {
  if (language === 'en') return text;
  const wait = WAIT.exec(text);
  if (!wait) return ALL.get(text) ?? withValue(text) ?? text;
  const reason = ALL.get(text.slice(0, wait.index));
  return reason ? `${reason} Versuche es in ${wait[1]} Sekunden noch einmal.` : text;
}

function withValue(text: string): string | undefined {
  const found = WITH_VALUE.find(
    ({ before, after }) => text.startsWith(before) && text.endsWith(after),
  );
  if (!found) return undefined;
  const value = text.slice(found.before.length, text.length - found.after.length);
  return found.german.replace(/\{\w+\}/, () => value);
}
