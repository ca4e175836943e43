/** Rewrites a sentence of the user as a fact that is clear by itself. */
import { tagged } from '../language.ts';
import { BEING_PREPARED, WHEN_IT_HAPPENED, WHEN_IT_WILL_HAPPEN } from './memory-cues.ts';
import { bare } from './bare.ts';
import { capitalised, wordsOf } from './text.ts';
import { shortened } from '../short-text.ts';
import { inThirdPerson, type Persons } from './third-person.ts';
import { isPastOrModal } from './verbs.ts';

const LONGEST = 200;
export const MAX_WORDS = 26;

export const OWN = /\b(?:i|i'm|i've|i'd|my|me|we|our|us|we're|we've)\b/i;

/** Matches words before the subject that do not belong to the fact. */
const FOREWORD =
  /^(?:on another note|as for me|on the other hand|guess what|overall|fyi|btw|lately|so far|for asking|[a-z]+ly|for (?:me|us)|one more thing|believe it or not), (?=\S+ \S+)/i;

/** Returns the clause about the user, with its subject, in the user's own words. */
export function ownClause(text: string): string {
  const plain = bare(text)
    .replace(FOREWORD, '')
    .replaceAll(WHEN_IT_HAPPENED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const clause = spokenByOne(withSubject(mainClause(plain)));
  if (!BEING_PREPARED.test(clause)) return clause;
  return clause.replaceAll(WHEN_IT_WILL_HAPPEN, ' ').replace(/\s+/g, ' ').trim();
}

/** Returns the first part of a long sentence that is about the user. */
function mainClause(clause: string): string {
  if (wordsOf(clause).length <= MAX_WORDS) return clause;
  const parts = clause.split(/ - |; |--|, (?:and|but|so|which|because) | (?:but|because) /);
  return parts.find((part) => OWN.test(part) && wordsOf(part).length >= 5) ?? clause;
}

/**
 * Matches speech that leaves out the subject "I": "Researching adoption agencies", "Started a
 * course".
 */
const ELLIPTIC =
  /^(?:(?:been|still|just|also|always|currently|even|only|never|recently) )*[a-z]+(?:ing|ed)\b (?!is|was|has|are|were|can|will|by\b)/i;
const ELLIPTIC_PAST =
  /^(?:(?:just|also|even|finally) )*(?:went|got|had|saw|took|made|met|bought|found|gave|left|began|wrote|ran|lost|built|grew|won|became|been|gonna|gotta) /i;

function withSubject(clause: string): string {
  const start = clause.split(' ').slice(0, 3).join(' ');
  if (OWN.test(start) && !/^gonna\b/i.test(clause)) return clause;
  const lower = `${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;
  if (/^(?:(?:just|also|even|only|never) )?been\b/i.test(clause)) return `I've ${lower}`;
  if (ELLIPTIC_PAST.test(clause))
    return /^gonna/i.test(clause) ? `I'm ${lower.replace('gonna', 'going to')}` : `I ${lower}`;
  if (!ELLIPTIC.test(clause) || hasVerbOfItsOwn(clause)) return clause;
  const verb = /^(?:\w+ )*?(\w+(?:ing|ed))\b/i.exec(lower)![1]!;
  if (verb.endsWith('ed')) return isPastOrModal(verb) ? `I ${lower}` : clause;
  return `I'm ${lower}`;
}

const FINITE =
  /^(?:is|are|was|were|has|have|can|could|will|would|must|may|might|felt|made|gave|meant|brought|kept|helped|took|'s|'re|\w+[^s]s)$/i;

/**
 * In "painting is my favourite" the -ing word is the subject; in "painting a lot" the subject "I"
 * is missing.
 */
const hasVerbOfItsOwn = (clause: string): boolean =>
  tagged(clause)
    .slice(1)
    .some(
      ({ text, pos }, i, words) =>
        (pos === 'AUX' || pos === 'VERB') &&
        FINITE.test(text) &&
        !(words[i - 1]?.text === 'that' && words[i - 2]?.text !== 'like') &&
        // In "seeing it was stunning" the pronoun is the object, and "seeing" is the subject.
        !(i > 1 && words[i - 1]?.text.toLowerCase() === 'it') &&
        !/^(?:who|which|they|he|she|there|i|we|you|what|how)$/i.test(words[i - 1]?.text ?? ''),
    );

/** Changes "we" to the singular, because "we went camping" is also true of the user alone. */
function spokenByOne(clause: string): string {
  return clause
    .replace(/^we(?:'re| are) /i, "I'm ")
    .replace(/^we were /i, 'I was ')
    .replace(/^we(?:'ve| have) /i, "I've ")
    .replace(
      /^we (?:both |all )?(?!can\b|could\b|should\b|will\b|need\b|must\b|have\b|might\b|'ll)/i,
      'I ',
    );
}

/** Matches words at the start that make a sentence unclear when it is read alone. */
const DANGLING =
  /^(?:for|than|they|them|their (?=\w+ (?:is|was|are) so)|if|it|its|this|that|these|those|as for|since|by|so|then|when|while|him|her|he|she)\b|^\w+ (?:it|this|that|him|her|them)\b|\b(?:him|her) (?:afterwards|too|again)\b/i;

/**
 * A placeholder for the user while the sentence is rewritten; a character that occurs in no text.
 */
const USER = '\uE000';

/**
 * Matches emphasis, which is removed from a fact except after "not", where it changes the meaning.
 */
const EMPHASIS =
  /(?<!\b(?:not|n't|never|no) )\b(?:really|actually|totally|super|kinda|definitely|absolutely|truly|honestly|just|also|even) (?!as\b|though\b|if\b|when\b)/gi;

/**
 * "I live in Lisbon" becomes "Lives in Lisbon"; "my sister is a nurse" becomes "Sister is a nurse".
 */
export function asFact(clause: string, listener: string | null): string {
  const isKnown = !/^(?:i|i'm|i've|i'd|my)\b/i.test(clause);
  const persons: Persons = { speaker: USER, listener: named(listener), again: 'they', isKnown };
  const told = asOpinion(clause, persons) ?? inThirdPerson(withoutPointing(clause), persons);
  const plain = told
    .replace(new RegExp(`^${USER}(?:'s)? `), '')
    .replaceAll(`${USER}'s`, 'their')
    .replaceAll(USER, 'them');
  const lean = plain.replaceAll(EMPHASIS, '').replace(/[\s.!,;:-]+$/, '');
  return shortened(capitalised(spelledOut(lean)), LONGEST);
}

/** "Wife's a midwife" becomes "wife is a midwife", and "has got a cat" becomes "has a cat". */
const spelledOut = (fact: string): string =>
  fact
    .replace(/^(\p{L}+)'s (?=(?:been|got|had)\b)/iu, '$1 has ')
    .replace(
      /^(\p{L}+)'s (?=(?:an?|the|my|not|always|still|in|at|on|from|called|named)\b)/iu,
      '$1 is ',
    )
    .replace(/^((?:\p{L}+ )?has) got (?!to\b|\w+ed\b)/iu, '$1 ');

export const isDangling = (fact: string): boolean => DANGLING.test(fact);

/** A label such as "Speaker 2" means nothing to a later reader. */
const named = (listener: string | null): string | null =>
  listener !== null && !/\d$|^Speaker /.test(listener) ? listener : null;

/** Matches opinions of the user such as "It's so rewarding to help". */
const FINDS =
  /^(?:it(?:'s| is|'s been| has been|'s always| was| feels) )(?:(?:so|really|very|such|super|always|pretty|kinda|just) )*(an? )?((?:\w+ ){0,2}?\w+) (to|seeing|being|having|knowing|watching|when|how) (.+)$/i;
const WEIGHS =
  /^(?!you|it|this|that|they|there|he|she|these|those|here|i\b|we\b|my\b|our\b)(.+? (?:is|are|can be) (?:(?:so|really|super|very|such|always) )?(?:important|crucial|key|essential|vital|everything|necessary|powerful|precious|rewarding|healing|therapeutic|priceless|the best)\b.*)$/i;

function asOpinion(clause: string, persons: Persons): string | null {
  const finds = FINDS.exec(clause);
  const rest = (text: string) => inThirdPerson(text, { ...persons, isKnown: true });
  if (finds) return `Finds it ${finds[1] ?? ''}${finds[2]} ${finds[3]} ${rest(finds[4]!)}`;
  const weighs = WEIGHS.exec(clause);
  if (weighs) return `Believes ${rest(weighs[1]!.charAt(0).toLowerCase() + weighs[1]!.slice(1))}`;
  return null;
}

/** "This book I read" becomes "a book", because a later reader cannot see the book. */
const withoutPointing = (clause: string): string =>
  clause
    .replace(/^this (?=[aeiou]\w+ )(?!is\b|one\b|was\b|has\b)/i, 'an ')
    .replace(/^this (?!is\b|one\b|was\b|has\b|will\b|can\b|would\b|really\b)/i, 'a ')
    .replace(/^(?:these|those) (?!are\b|ones\b|were\b|have\b|really\b)/i, '');

export const isOpinion = (clause: string): boolean => FINDS.test(clause) || WEIGHS.test(clause);
