/**
 * Recognises a sentence that repeats a removed fact in another form, or with more words. "Is living in
 * Lisbon" repeats "Lives in Lisbon". "Was born in Lisbon" does not repeat it, and neither does a
 * sentence about another person, another time or another number.
 */
import { casedWordsIn } from './written-case.ts';
import { memoised } from '../words/memo.ts';
import { hash, randomBytes } from 'node:crypto';
import { isStopWord, termOf, wordsOf } from '../words/terms.ts';
import { aspectOf, neighboursOf } from './fact-aspects.ts';
import { factTokens } from './tokens.ts';

/** The content of a sentence, in a form for comparison. */
interface Fact {
  /** Each term with its weight. */
  terms: ReadonlyMap<string, number>;
  weight: number;
  /** The pairs of words joined by "and": "Ana and Rui". */
  neighbours(): readonly (readonly [string, string])[];
}

/** Words for the same relation. The first word of each line represents all words of the line. */
const ONE_RELATION = new Map([
  ['life', 'live'],
  ['home', 'live'],
  ['resid', 'live'],
  ['base', 'live'],
  ['job', 'work'],
  ['employ', 'work'],
  ['enjoi', 'love'],
  ['like', 'love'],
  ['ador', 'love'],
  ['fan', 'love'],
  ['fond', 'love'],
  ['allergi', 'allerg'],
]);
/** A word that is often omitted: "works as a nurse" means "is a nurse". */
const LIGHT = new Set(['work']);
const LIGHT_WEIGHT = 0.5;
/** Fingerprints of former versions have only the first letters of a stem. */
const FORMER_LETTERS = 6;
const NEGATION = /\b(?:no|not|never|without|cannot)\b|n['’]t\b/i;

/** Matches the boundary between sentences. A memory often has two sentences. */
export const BETWEEN_SENTENCES = /\. (?=\p{Lu})/u;

/** Results are cached, because the facts that a user rejected are compared often. */
const MAX_KEPT = 10_000;
const factsOf = memoised<readonly Fact[]>(
  (text) => text.split(BETWEEN_SENTENCES).map((sentence) => readFact(sentence)),
  MAX_KEPT,
);
const formerFactsOf = memoised<readonly Fact[]>(
  (text) => text.split(BETWEEN_SENTENCES).map((sentence) => readFact(sentence, FORMER_LETTERS)),
  MAX_KEPT,
);

function readFact(text: string, letters?: number): Fact {
  const { somebody, aspect, rest } = aspectOf(text);
  // With the prefix, these facts (negated, past, or about other people) share no terms with other
  // facts.
  const sign = `${NEGATION.test(text) ? 'not ' : ''}${somebody}${aspect}`;
  const isFormer = letters !== undefined;
  const codes = new Map(
    isFormer ? [] : casedWordsIn(rest).map((code) => [code.toLowerCase(), code]),
  );
  const words = [...wordsOf(rest), ...(isFormer ? [] : factTokens(rest).filter(hasMarks))];
  const telling = words.filter((word) => !isStopWord(word));
  const signed = (word: string): string => {
    const stem = codes.get(word) ?? termOf(word);
    return sign + (ONE_RELATION.get(stem) ?? stem).slice(0, letters);
  };
  const terms = (telling.length > 0 ? telling : words).map((word) => {
    const term = signed(word);
    return [term, LIGHT.has(term.slice(sign.length)) ? LIGHT_WEIGHT : 1] as const;
  });
  const neighbours = () =>
    neighboursOf(rest).map(([one, other]) => [signed(one), signed(other)] as const);
  return newFact(somebody === '' ? terms : [[somebody, 1], ...terms], neighbours);
}

/** "1.5", "%" and "-5". */
const hasMarks = (token: string): boolean => /[^\p{L}\p{M}\p{N}']/u.test(token);

function newFact(of: Iterable<readonly [string, number]>, neighbours: Fact['neighbours']): Fact {
  const terms = new Map(of);
  return { terms, weight: weightOf(terms.values()), neighbours };
}

const weightOf = (weights: Iterable<number>): number =>
  [...weights].reduce((sum, weight) => sum + weight, 0);

/** Combines all facts of a text into one. */
function wholeOf(text: string, isFormer = false): Fact {
  const facts = isFormer ? formerFactsOf(text) : factsOf(text);
  return newFact(
    facts.flatMap(({ terms }) => [...terms]),
    () => facts.flatMap((fact) => fact.neighbours()),
  );
}

/**
 * A fact that contains all terms of another repeats it when they share at least this part of all
 * terms. Facts that each have a term of their own are always two.
 */
const SAME_TERMS = 0.65;
/** A fact of at least this weight is considered repeated when another fact contains all of it. */
const MIN_CONTAINED = 2;
/**
 * The minimum weight at which a part of a fact is a fact by itself, such as "work" with its kind.
 */
const MIN_PART = 1.5;

interface Shared {
  shared: number;
  said: number;
  before: number;
}

/** Returns the share of common terms; 0 when the facts are not the same. */
function likenessOf({ shared, said, before }: Shared, minPart = Infinity): number {
  const share = shared / (said + before - shared);
  const isMost = share >= SAME_TERMS;
  const isSame =
    (shared === before && (isMost || before >= MIN_CONTAINED)) ||
    (shared === said && (isMost || said >= minPart));
  return isSame ? share : 0;
}

/**
 * Returns true when the facts share only one of two things joined by "and". Such facts are not the
 * same.
 */
const addsAnother = (fact: Fact, has: (term: string) => boolean): boolean =>
  fact.neighbours().some(([one, other]) => has(one) !== has(other));

const SALT_BYTES = 8;
/** Many words share the same short hash, so the hash does not reveal the word. */
const TERM_BITS = 0x0fff;
const LIGHT_BIT = 0x1000;
/** Marks terms with all their letters. */
const WHOLE_BIT = 0x2000;

/**
 * Returns a salt and 12 bits of each term's hash, which are enough to recognise a repeated text but
 * not to read it.
 */
export function factFingerprint(text: string, salt: Uint8Array = randomBytes(SALT_BYTES)): Buffer {
  const numbers = [...wholeOf(text).terms].map(
    ([term, weight]) => numbered(term, weight, salt) | WHOLE_BIT,
  );
  const fingerprint = Buffer.alloc(SALT_BYTES + numbers.length * 2);
  fingerprint.set(salt);
  for (const [at, number] of numbers.toSorted((a, b) => a - b).entries()) {
    fingerprint.writeUInt16BE(number, SALT_BYTES + at * 2);
  }
  return fingerprint;
}

/**
 * Returns the similarity of a text to the text from which this fingerprint was made; 0 when their
 * facts differ.
 */
export function likenessToFingerprint(text: string, fingerprint: Uint8Array): number {
  const read = readFingerprint(fingerprint);
  return likenessToRead(wholeOf(text, read.isFormer), read);
}

interface Fingerprint {
  salt: Uint8Array;
  numbers: ReadonlySet<number>;
  weight: number;
  isFormer: boolean;
}

function readFingerprint(fingerprint: Uint8Array): Fingerprint {
  const bytes = Buffer.from(fingerprint);
  const numbers = new Set<number>();
  let isFormer = true;
  for (let at = SALT_BYTES; at + 2 <= bytes.length; at += 2) {
    const number = bytes.readUInt16BE(at);
    if ((number & WHOLE_BIT) > 0) isFormer = false;
    numbers.add(number & ~WHOLE_BIT);
  }
  const weight = weightOf([...numbers].map(weighed));
  return { salt: bytes.subarray(0, SALT_BYTES), numbers, weight, isFormer };
}

/**
 * Hashing each term for each fingerprint is expensive. The loop stops when the remaining terms
 * cannot reach the minimum.
 */
function likenessToRead(fact: Fact, { salt, numbers, weight: before }: Fingerprint): number {
  const least = Math.min(fact.weight, before);
  const found = new Set<number>();
  let possible = fact.weight;
  let shared = 0;
  for (const [term, weight] of fact.terms) {
    if (possible < least) return 0;
    const number = numbered(term, weight, salt);
    if (!numbers.has(number)) possible -= weight;
    else if (!found.has(number)) shared += weight;
    found.add(number);
  }
  // A part of a deleted fact must not come back either.
  const likeness = likenessOf({ shared, said: fact.weight, before }, MIN_PART);
  if (likeness === 0) return 0;
  const has = (term: string) => numbers.has(numbered(term, fact.terms.get(term) ?? 1, salt));
  return addsAnother(fact, has) ? 0 : likeness;
}

const LONGEST_TERM = 512;
const hashed = Buffer.alloc(SALT_BYTES + LONGEST_TERM);

function numbered(term: string, weight: number, salt: Uint8Array): number {
  hashed.set(salt);
  const end = SALT_BYTES + hashed.write(term, SALT_BYTES);
  const number = Number.parseInt(hash('sha256', hashed.subarray(0, end)).slice(0, 4), 16);
  return (number & TERM_BITS) | (weight < 1 ? LIGHT_BIT : 0);
}

const weighed = (number: number): number => ((number & LIGHT_BIT) > 0 ? LIGHT_WEIGHT : 1);

/** The facts that the user removed: rejected facts as text, all other facts as fingerprints. */
export interface TakenAway {
  rejected_memories: readonly string[];
  dismissed_memories?: readonly Uint8Array[];
}

/** Returns a function that checks whether the user has removed a fact. */
export function wasTakenAway(away: TakenAway): (text: string) => boolean {
  const fingerprints = (away.dismissed_memories ?? []).map(readFingerprint);
  const rejected = away.rejected_memories.flatMap(factsOf);
  const byTerm = new Map<string, Fact[]>();
  for (const fact of rejected) {
    for (const term of fact.terms.keys()) {
      const others = byTerm.get(term);
      if (others) others.push(fact);
      else byTerm.set(term, [fact]);
    }
  }
  const isRejected = (fact: Fact): boolean => {
    const sharedWith = new Map<Fact, number>();
    for (const [term, weight] of fact.terms) {
      for (const each of byTerm.get(term) ?? []) {
        sharedWith.set(each, (sharedWith.get(each) ?? 0) + weight);
      }
    }
    return [...sharedWith].some(
      ([{ terms, weight: before }, shared]) =>
        likenessOf({ shared, said: fact.weight, before }) > 0 &&
        !addsAnother(fact, (term) => terms.has(term)),
    );
  };
  return (text) =>
    factsOf(text).some(isRejected) ||
    fingerprints.some((fingerprint) =>
      (fingerprint.isFormer ? formerFactsOf(text) : factsOf(text)).some(
        (fact) => likenessToRead(fact, fingerprint) > 0,
      ),
    );
}
