/** Cuts a clause into the facts that "and" joins: "I moved to Porto and I quit my job". */
import { wordList } from '../../../core/text.ts';
import { saidIn } from '../facts/claims.ts';
import { isPlainFact } from './memory-cues.ts';
import { wordsOf } from './text.ts';

/** A subject of its own: the user, or somebody of the user. */
const SUBJECT = String.raw`(?:i|we|i'm|i've|we're|we've|(?:my|our) \w+(?: \p{Lu}\p{L}+)?)`;
const JOINT = new RegExp(String.raw`,? and (?=${SUBJECT} )`, 'giu');
const STARTS_WITH_SUBJECT = new RegExp(`^${SUBJECT} `, 'iu');

/** A further fact with one of these words is clear only beside the first: "and I drink it black". */
const NEEDS_THE_FIRST = new Set(
  wordList(`
  it its it's this that these those they them their theirs he him his she her hers there one ones so
  too either also both same then instead such`),
);
/** A condition, a time or a thought before the first fact applies to the others too. */
const BINDS_BOTH = new Set(
  wordList(`
  if when whenever while until unless because since before after although though whether either both
  between without wish hope think thought believe would could should might maybe perhaps`),
);
const MIN_WORDS = 3;

/**
 * Returns the clauses that "and" joins, if each has a subject, is a fact, and is clear when read
 * alone; otherwise the whole clause.
 */
export function factsJoinedIn(clause: string): string[] {
  if (has(clause, BINDS_BOTH)) return [clause];
  for (const { index, 0: joint } of clause.matchAll(JOINT)) {
    const [first, rest] = [clause.slice(0, index), clause.slice(index + joint.length)];
    const others = factsJoinedIn(rest);
    if (isFact(first) && others.every((other) => isFact(other) && !has(other, NEEDS_THE_FIRST)))
      return [first, ...others];
  }
  return [clause];
}

const has = (text: string, words: ReadonlySet<string>): boolean =>
  wordsOf(text.toLowerCase()).some((word) => words.has(word));

function isFact(clause: string): boolean {
  if (!STARTS_WITH_SUBJECT.test(clause)) return false;
  if (isPlainFact(clause)) return true;
  // "My two sons and I work as a nurse" has its fact only after "and".
  const { claims, endings } = saidIn(clause.split(/ and /i)[0]!, 'en');
  return wordsOf(clause).length >= MIN_WORDS && claims.length + endings.length > 0;
}
