import { BETWEEN, isPastOrModal, thirdPerson } from './verbs.ts';

/** The names of the speaker and the listener; without a listener, "you" means people in general. */
export interface Persons {
  speaker: string;
  listener: string | null;
  /** The word for the speaker after the first mention; by default, the name again. */
  again?: 'they';
  /** True when an earlier sentence has already named the speaker. */
  isKnown?: boolean;
}

const possessive = (name: string): string =>
  /^(?:they|them|people)$/.test(name) ? 'their' : `${name}'s`;

const CONTRACTED: [RegExp, string][] = [
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it)'ll\b/gi, '$1 will'],
  [/\b(i|you|we|they)'d better\b/gi, '$1 should'],
  [
    /\b(i|you|we|they|he|she)'d\b(?= (?:\w+ly )?(?:like|love|rather|prefer|be|want|go|say|have|appreciate|hate|do|suggest|recommend|need|never|probably|definitely)\b)/gi,
    '$1 would',
  ],
  [/\b(i|you|we|they|he|she)'d\b/gi, '$1 had'],
];

/** Words after which "you" and "me" are objects. */
const BEFORE_OBJECT =
  /^(?:to|for|with|of|from|at|by|about|on|in|than|like|without|after|before|between|around|against|behind|beside|tell|told|give|gave|show|help|ask|asked|let|make|makes|made|call|see|meet|thank|love|want|need|wish|send|bring|take|teach|remind|expect|believe|trust|join|miss|know|hear|follow|invite|pay|offer|lend|buy|get|got|keep|leave|visit|bother|disturb|suit|fit|do|did|assure|promise|owe|save|cost|helps|helping|remember|remembers|seeing|saw|watch|watching|hearing|letting|lets|making|having|got)$/;
/** Verbs before a "you" that begins a new clause ("know you are"). */
const IS_VERB =
  /^(?:are|were|have|had|will|would|can|could|should|do|did|don't|didn't|can't|won't|am|was|want|need|like|think|know|must|may|might|haven't|shouldn't|couldn't|wouldn't|feel|said|mean|look|always|never|really|just|got|went|get|look|said|told)$/;

/**
 * Puts a sentence into the third person: "I'm sure you left my keys" becomes "Sam is sure Ana left
 * their keys". The first mention uses the name, because "they" alone would not identify the person.
 */
export function inThirdPerson(
  sentence: string,
  { speaker, listener, again, isKnown }: Persons,
): string {
  let text = sentence;
  for (const [pattern, replacement] of CONTRACTED) text = text.replace(pattern, replacement);
  const found = [...text.matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[^\s]/gu)];
  const tokens = found.map(([token]) => token);
  const out: string[] = [];
  let agree = false;
  let namedSpeaker = isKnown ?? false;
  let plural = false;
  const other = listener ?? 'people';
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const lower = token.toLowerCase();
    const before = (tokens[i - 1] ?? '').toLowerCase();
    const after = (tokens[i + 1] ?? '').toLowerCase();
    if (plural) {
      plural = BETWEEN.has(lower);
      out.push(pluralOf(token));
      continue;
    }
    if (agree) {
      if (BETWEEN.has(lower)) {
        out.push(token);
        continue;
      }
      agree = false;
      out.push(thirdPerson(lower) === lower ? token : thirdPerson(lower));
      continue;
    }
    switch (lower) {
      case 'i':
        if (namedSpeaker && again) {
          out.push(again);
          plural = true;
          continue;
        }
        // The verb comes first in "Am I" and "did I", so the order is changed.
        if (out.length > 0) out[out.length - 1] = turnedAround(out.at(-1)!);
        out.push(speaker);
        namedSpeaker = true;
        agree = !invertedBy(before);
        continue;
      case 'you': {
        const object = BEFORE_OBJECT.test(before) && !IS_VERB.test(after);
        if (!object && out.length > 0)
          out[out.length - 1] = listener ? turnedAround(out.at(-1)!) : out.at(-1)!;
        out.push(other);
        agree =
          listener !== null && !object && !invertedBy(before) && /^[\p{L}']+(?<!ing)$/u.test(after);
        continue;
      }
      case 'we':
        out.push('they');
        continue;
      case 'us':
        out.push('them');
        continue;
      case 'me':
        out.push(namedSpeaker ? 'them' : speaker);
        continue;
      case 'my':
        out.push(namedSpeaker ? 'their' : possessive(speaker));
        namedSpeaker = true;
        continue;
      case 'mine':
        out.push(possessive(speaker));
        continue;
      case 'your':
        out.push(possessive(other));
        continue;
      case 'yours':
        out.push(possessive(other));
        continue;
      case 'our':
      case 'ours':
        out.push('their');
        continue;
      case 'myself':
      case 'ourselves':
        out.push('themselves');
        continue;
      case 'yourself':
        out.push('themselves');
        continue;
      default:
        out.push(token);
    }
  }
  return joined(out, found);
}

/** Returns the plural form of a verb for "they": "am" becomes "are", "was" becomes "were". */
const pluralOf = (verb: string): string =>
  ({ am: 'are', was: 'were', "wasn't": "weren't" })[verb.toLowerCase()] ?? verb;

const INVERTS =
  /^(?:am|are|was|were|do|did|does|have|had|can|could|will|would|shall|should|may|might|must|don't|didn't|aren't|can't|couldn't|won't|wouldn't|is|has)$/;
const invertedBy = (before: string): boolean => INVERTS.test(before);

function turnedAround(verb: string): string {
  if (!invertedBy(verb.toLowerCase())) return verb;
  return isPastOrModal(verb.toLowerCase()) && !/^were$/i.test(verb)
    ? verb
    : thirdPerson(verb.toLowerCase());
}

/**
 * Joins words with the characters that were between them. Addresses, versions and times stay whole.
 */
function joined(words: readonly string[], found: readonly RegExpExecArray[]): string {
  let end = 0;
  const spaced = words.map((word, place) => {
    const { index, 0: token } = found[place]!;
    const gap = index > end ? ' ' : '';
    end = index + token.length;
    return gap + word;
  });
  return spaced.join('').trim();
}
