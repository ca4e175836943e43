/** Words a value that says no more than its relation, such as "bricklayer", as a fact. */
import { alternatives } from '../../../core/text.ts';
import { isFunctionWord, lowered, wordsAsWritten } from './words.ts';

/** "Bricklayer" alone says what the relation tells. */
const FORMS: Readonly<Record<string, Readonly<Record<string, (value: string) => string>>>> = {
  en: {
    allergy: (value) => `Is allergic to ${value.replace(/^allergic to /iu, '')}`,
    home: (value) => `Lives ${/^(?:in|at|on|near) /iu.test(value) ? '' : 'at '}${value}`,
    hometown: (value) => `Is from ${value}`,
    job: (value) => `Works as ${value.replace(/^as /iu, '')}`,
    employer: (value) => `Works ${/^(?:at|for|in|with) /iu.test(value) ? '' : 'for '}${value}`,
    pet: (value) => `Has ${value}`,
    language: (value) => `Speaks ${value}`,
    age: (value) => `Is ${value}`,
    name: (value) => `Is called ${value}`,
    medication: (value) => `Takes ${value}`,
    study: (value) => `Studies ${value}`,
  },
  de: {
    allergy: (value) => `Ist allergisch gegen ${value}`,
    hometown: (value) => `Ist aus ${value}`,
    job: (value) => `Arbeitet ${value.replace(/^(?!als )/iu, 'als ')}`,
    pet: (value) => `Hat ${value}`,
    language: (value) => `Spricht ${value}`,
    name: (value) => `Heißt ${value}`,
    medication: (value) => `Nimmt ${value}`,
  },
  es: {
    allergy: (value) => `Es alérgico a ${value}`,
    hometown: (value) => `Es de ${value}`,
    pet: (value) => `Tiene ${value}`,
    language: (value) => `Habla ${value}`,
    name: (value) => `Se llama ${value}`,
    medication: (value) => `Toma ${value}`,
  },
};

export function named(told: string, relation: string, language: string): string | null {
  const form = FORMS[language]?.[relation];
  const isProper =
    /^\p{Lu}\p{Ll}+(?: \p{Lu}|$)/u.test(told) &&
    /^(?:name|hometown|home|employer)$/u.test(relation);
  const words = wordsAsWritten(told);
  if (!form || words.length > 4 || words.some((word) => PERSON.test(word))) return null;
  if (NO_VALUE.test(told) || words.every((word) => isFunctionWord(word))) return null;
  return form(isProper || language === 'de' ? told : lowered(told));
}

/** A time, a number or an activity is no job, no pet and no place. */
const NO_VALUE = new RegExp(
  `^(?:(?:${alternatives(`
  since from until till for about with and or seit ab bis und oder desde hasta y o`)})\\b` +
    String.raw`|\p{L}+ing\b|\p{L}+ (?:years?|months?|jahre?|años?)\b` +
    `|(?:\\d+|${alternatives('one two three four five six seven eight nine ten eleven twelve')})$)`,
  'iu',
);

/** With these words, a clause has a subject or a verb of its own. */
const PERSON =
  /^(?:i|he|she|they|it|we|you|my|ich|er|sie|es|wir|der|die|das|mir|yo|me|se|le|ya|hice|hago)(?:['’]\p{L}+)?$/u;
