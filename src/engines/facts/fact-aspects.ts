/** Splits a fact into the person that it is about, its time, and the parts joined by "and". */
import { isStopWord, termOf, wordsOf } from '../words/terms.ts';

/**
 * Matches other people as the subject of a fact: "Mother lives in Porto", "His older brother is a
 * cook".
 */
const SOMEBODY = new RegExp(
  String.raw`^(?:(?:the|a|an|my|her|his|their|our|one of (?:her|his|their|my)) )?(?:(?:best` +
    String.raw`|close|old|older|elder|eldest|oldest|younger|youngest|little|big|late|new|former` +
    String.raw`|twin|only) )*((?:mother|father|sister|brother|son|daughter)-in-law|mother|mom` +
    String.raw`|mum|mommy|father|dad|daddy|parents?|sisters?|brothers?|siblings?|wife|husband` +
    String.raw`|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|sons?|daughters?|child|children` +
    String.raw`|kids?|bab(?:y|ies)|grand(?:mother|father|parents?|ma|pa|sons?|daughters?` +
    String.raw`|children|kids?)|uncles?|aunts?|cousins?|nephews?|nieces?|step(?:mother|father` +
    String.raw`|son|daughter|sister|brother)|famil(?:y|ies)|friends?|flatmates?|roommates?` +
    String.raw`|neighbou?rs?|colleagues?|cowork(?:er|ers)|boss|manager|teachers?|doctor` +
    String.raw`|landlord|landlady|dogs?|cats?|pupp(?:y|ies)|kittens?)\b(?! (?:of|in|at|for|with` +
    String.raw`|from|to)\b)`,
  'i',
);
const VERBS =
  'is|are|was|were|has|have|had|lives?|lived|works?|worked|likes?|liked|loves?|loved|hates?|hated' +
  '|enjoys?|wants?|wanted|prefers?|plays?|played|stud(?:y|ies|ied)|speaks?|spoke|owns?|owned|eats?|ate|drinks?' +
  '|drove|drives?|moved|grew|comes?|came|needs?|does|did|used to' +
  "|can|cannot|can't|will|isn't|doesn't|didn't|wasn't";
/** Matches a name before a verb: "Ana lives in Porto". */
const NAMED = new RegExp(
  `^(\\p{Lu}[\\p{L}'’-]+)(?:(?: and)? \\p{Lu}[\\p{L}'’-]+)* (?:live|work|like|love|${VERBS})\\b`,
  'u',
);
/** Matches capitalised words that are not names, at the start of a fact about the user. */
const NO_NAME = new RegExp(
  `^(?:${VERBS}|home|job|work|residence|he|she|they|it|who|also|user|i|you|now|currently)$`,
  'i',
);
/**
 * Matches facts that were true in the past and may have changed. A single past event stays true.
 */
const ONCE = new RegExp(
  String.raw`(?<!\b(?:is|are|be|been|being|was|were|gets?|got|getting) )\bused to\b` +
    String.raw`|\b(?:formerly|previously)\b|^(?:(?:once|he|she|they|the user) )?(?:lived|worked` +
    String.raw`|liked|loved|hated|owned|played|studied|enjoyed|had|was|were)\b(?! (?:born` +
    String.raw`|raised|named|called|brought))`,
  'i',
);
const USED_TO = /\b(?:used to|formerly|previously)\b/gi;

/**
 * Returns the end of the words that name the subject of the fact; 0 when the subject is the user.
 */
function endOfSomebody(text: string): number {
  const named = NAMED.exec(text);
  const other = SOMEBODY.exec(text) ?? (named && NO_NAME.test(named[1]!) ? null : named);
  return other ? text.indexOf(other[1]!) + other[1]!.length : 0;
}

/** Returns whether a fact names another person first: "Ana lives in Porto". */
export const isAboutSomebody = (text: string): boolean => endOfSomebody(text) > 0;

/** Returns the prefixes for all terms of a fact about another person or another time. */
export function aspectOf(text: string): { somebody: string; aspect: string; rest: string } {
  const end = endOfSomebody(text);
  const said = text.slice(end).trimStart();
  if (wordsOf(said).length === 0) return { somebody: '', aspect: '', rest: text };
  const somebody = end > 0 ? `${termOf(wordsOf(text.slice(0, end)).at(-1)!)}: ` : '';
  const isOnce = ONCE.test(said);
  const rest = isOnce ? said.replace(USED_TO, ' ') : said;
  return { somebody, aspect: isOnce ? 'once ' : '', rest };
}

const BETWEEN_CLAUSES = new RegExp(`,? and (?=(?:${VERBS})\\b)`, 'i');

const AND = /,? (?:and|or|as well as|&) /i;
const NUMBER = /^\d+$/;

/**
 * Returns the words on both sides of each "and", and of the commas before it. For "Ana and Rui",
 * these are the two names.
 */
export const neighboursOf = (text: string): [string, string][] =>
  text.split(BETWEEN_CLAUSES).flatMap(neighboursIn);

function neighboursIn(text: string): [string, string][] {
  const last = text.split(AND);
  if (last.length < 2) return [];
  const items = [...last.slice(0, -1).flatMap((part) => part.split(', ')), last.at(-1)!];
  const telling = items.map((item) =>
    wordsOf(item).filter((word) => !isStopWord(word) && !NUMBER.test(termOf(word))),
  );
  return telling.flatMap((words, place): [string, string][] => {
    const [left, right] = [words.at(-1), telling[place + 1]?.[0]];
    return left !== undefined && right !== undefined ? [[left, right]] : [];
  });
}
