/**
 * Adds punctuation and capital letters for recognisers that write neither. The rules are few, and
 * each is nearly always right: a wrong full stop harms a reader (and a summary) more than a missing
 * one. Pauses decide first, words second.
 */
import {
  ARTICLES_AND_SUCH,
  ASKING_VERBS,
  ASKING_WORDS,
  DANGLING,
  MONTHS_THAT_ARE_WORDS,
  PROPER_WORDS,
  OPENERS,
  PERSONS,
  SENTENCE_STARTERS,
  VERBS_THAT_ALSO_COMMAND,
} from './punctuation-words.ts';
import type { RecognisedWord } from '../recogniser.ts';

/** A pause of at least this many seconds ends a sentence, unless its last word cannot end one. */
const LONG_PAUSE = 0.7;
/** A pause of this many seconds ends a sentence if the next word often begins one. */
const SHORT_PAUSE = 0.3;
/**
 * After a pause of this length, a sentence ends even after "the", because the speaker has broken
 * off.
 */
const VERY_LONG_PAUSE = 2;
const SHORTEST_SENTENCE = 3;

export interface PunctuatedText {
  text: string;
  words: RecognisedWord[];
}

/** Returns words that already have punctuation unchanged. */
export function restorePunctuation(words: RecognisedWord[]): PunctuatedText {
  const marked = words.some(({ text }) => /[.,;:!?]$/.test(text));
  const written = marked ? words : sentences(words).flatMap(writeSentence);
  return { text: written.map(({ text }) => text).join(' '), words: written };
}

function sentences(words: readonly RecognisedWord[]): RecognisedWord[][] {
  const found: RecognisedWord[][] = [];
  let current: RecognisedWord[] = [];
  for (const [i, word] of words.entries()) {
    current.push(word);
    const next = words[i + 1];
    if (next && !endsBetween(current, next)) continue;
    found.push(current);
    current = [];
  }
  return found;
}

function endsBetween(sentence: readonly RecognisedWord[], next: RecognisedWord): boolean {
  const last = sentence.at(-1)!;
  const pause = next.start - last.end;
  if (pause >= VERY_LONG_PAUSE) return true;
  if (pause < SHORT_PAUSE || DANGLING.has(plain(last))) return false;
  if (pause >= LONG_PAUSE) return true;
  return sentence.length >= SHORTEST_SENTENCE && SENTENCE_STARTERS.has(plain(next));
}

function writeSentence(sentence: RecognisedWord[]): RecognisedWord[] {
  const mark = isQuestion(sentence.map(plain)) ? '?' : '.';
  return sentence.map((word, i) => {
    const proper = i === 0 || isProper(sentence, i);
    const text = proper ? capitalised(word.text) : word.text;
    return { ...word, text: i === sentence.length - 1 ? text + mark : text };
  });
}

function isQuestion(sentence: readonly string[]): boolean {
  const opener = sentence.findIndex((word) => !OPENERS.has(word));
  const words = sentence.slice(Math.max(0, opener));
  const [first = '', second = '', third = ''] = words;
  if (endsInTag(words)) return true;
  if (ASKING_WORDS.has(first.replace(/'(s|re|d|ll)$/, ''))) {
    // "what is", "what's" and "what time is it" begin questions; "what we need is" and "when i was"
    // do not.
    if (first.includes("'") || ASKING_VERBS.has(second)) return true;
    return !PERSONS.has(second) && ASKING_VERBS.has(third) && isSubject(words[3]);
  }
  if (!ASKING_VERBS.has(first)) return false;
  // "do you" begins a question, "do the dishes" a command.
  return VERBS_THAT_ALSO_COMMAND.has(first) ? PERSONS.has(second) : isSubject(second);
}

/** Recognises "... isn't it" and "... don't you". */
function endsInTag(words: readonly string[]): boolean {
  const [verb = '', person = ''] = words.slice(-2);
  return words.length > 3 && verb.endsWith("n't") && ASKING_VERBS.has(verb) && PERSONS.has(person);
}

function isSubject(word: string | undefined): boolean {
  return word !== undefined && (PERSONS.has(word) || ARTICLES_AND_SUCH.has(word));
}

function isProper(sentence: readonly RecognisedWord[], index: number): boolean {
  const word = plain(sentence[index]!).replace(/'s$/, '');
  if (/^i('|$)/.test(word) || PROPER_WORDS.has(word)) return true;
  // May and March are months in "in may" and "last march", but not in "we may march".
  const before = sentence[index - 1];
  return (
    MONTHS_THAT_ARE_WORDS.has(word) &&
    /^(in|of|since|until|by|last|next|this)$/.test(before ? plain(before) : '')
  );
}

function plain({ text }: RecognisedWord): string {
  return text.toLowerCase();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
