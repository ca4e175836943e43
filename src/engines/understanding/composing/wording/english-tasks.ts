/** Words English tasks as instructions: "I'll ring the plumber" becomes "Ring the plumber". */
import { alternatives } from '../../../../core/text.ts';
import { lemmaOf, tagged } from '../../language.ts';
import type { Persons, TaskWording } from './task-words.ts';
import { isFunctionWord, lowered, substitutedWords, wordsAsWritten } from '../words.ts';

const FILLERS = alternatives(`
  please just also maybe possibly always still really definitely probably then quickly actually
  better only first now`);
const LEAD = new RegExp(
  `^(?:(?:${FILLERS}|${alternatives(`
  well oh ah so okay ok yeah yes yep no(?=,) sure right um+ uh+ hey hi hello alright anyway and but
  good fine great thanks sorry because perhaps`)}|all right|of course|by the way)\\b[,.!:;-]*\\s+)+`,
  'i',
);
/** "Have to call the bank" and "to call the bank" are the instruction to call it. */
const BOUND_TO = new RegExp(
  String.raw`^(?:(?:(?:remind me|(?:don't|do not)(?: let me)? forget|have|need|want|got|going|about) )?to` +
    String.raw`|gotta|note to self[:,]?) (?=\p{L}+ \p{L})`,
  'iu',
);
/** Polite and loose words behind a task. */
const LOOSE = alternatives(`
  please okay ok right though then too either anyway myself thanks and or but so if when which an? the
  of to with from until till before after than as while`);
const END = new RegExp(
  String.raw`[\s,;:.!?–-]+(?:(?:will|would|can|could|won't) you|${LOOSE})?[\s,;:.!?–-]*$`,
  'i',
);

/** Reasons, and what somebody says besides: "Pay the driver, he is waiting". */
const REASON = new RegExp(
  String.raw`^(\S+ \S+.*?)(?:,? (?:because|cos|otherwise) .*` +
    String.raw`|, (?:and |so )?(?:he|she|it|they|we|i|you|that|this|there|which|who)(?:'\w+)? .*)$`,
  'i',
);

function plain(said: string): string {
  let text = said.trim().replace(LEAD, '').replace(BOUND_TO, '');
  for (let at = 0; at < 3; at += 1) text = text.replace(END, '');
  return text;
}

/** Who does it, and how surely: words that lead to the verb of a task. */
const LEADING = new RegExp(
  `^(?:${FILLERS}|${alternatives(`
  (?:i|we|you|he|she|they|somebody|someone|everybody|everyone|who)(?:'(?:ll|d|ve|m|re|s))? ill let's lets
  mind can could will would won't couldn't shall should must may might don't not never gotta gonna am are is
  to`)})$`,
);
/** Words that surely do, when a verb comes next. */
const MODAL =
  /(?:'ll|'d|^ill|^let'?s|^can|^could|^will|^would|^shall|^should|^must|^may|^might|^to|^gotta|^gonna)$/;
/** Words that lead on with "to", and may be the verb without it. */
const LEADING_TO = new RegExp(
  `^(?:${alternatives(`
  needs? wants? like love ha(?:ve|s) got going able ought supposed meant glad happy hope hoping plan planning
  promised? mean meaning remember forget ask tell get sure`)})$`,
);
const TELLING = /^(?:ask|tell|get)$/;
/** What nobody can be asked to do. */
const NO_DEED = /^(?:be|been|see|think|know|guess|hope|mean|need|want|like|love|say|said|wonder)$/;

/** The words from the verb on; null when nothing is to be done. */
function instruction(text: string, persons: Persons): string | null {
  const told = isVerbFirst(text) ? text : afterOpening(text.split(' '));
  return told === null ? null : withPersons(plain(told.replace(REASON, '$1')), persons);
}

function afterOpening(words: readonly string[]): string | null {
  const bare = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}']/gu, ''));
  for (let from = 0; from < words.length; from += 1) {
    const at = endOfLead(bare, from);
    if (from > 0 && (bare[from] === 'to' || isOfThing(words, bare, from))) continue;
    if (at === from || at === words.length || NO_DEED.test(bare[at]!)) continue;
    if (isDenied(bare.slice(from, at))) {
      from = at;
      continue;
    }
    if (/(?:'m|'re|^am|^are|^mind)$/.test(bare[at - 1]!) && /\wing$/.test(bare[at]!)) {
      return [lemmaOf(bare[at]!), ...words.slice(at + 1)].join(' ');
    }
    const told = words.slice(at).join(' ');
    const isBound = bare.slice(from, at).some((word) => MODAL.test(word));
    if (isBound ? isDoing(bare[at]!) : isVerbFirst(told)) return told;
  }
  return null;
}

/** "I don't have to call the bank, but I have to call Ana" is to call Ana. */
const isDenied = (lead: readonly string[]): boolean =>
  lead.findIndex((word) => /^(?:don't|not|never)$/.test(word)) > 0 && !lead.includes('forget');

/** "The cot can go" tells what a thing does; "Sal, can you" asks a person. */
const isOfThing = (words: readonly string[], bare: readonly string[], from: number): boolean =>
  /^(?:can|could|will|would|shall|should|must|may|might)$/.test(bare[from]!) &&
  !LEADING.test(bare[from + 1] ?? '') &&
  !/[,.;:!?]$/.test(words[from - 1]!);

/** Where the run of leading words ends that begins at a word. */
function endOfLead(words: readonly string[], from: number): number {
  let at = from;
  while (at < words.length) {
    const to = words.slice(at, at + 3).indexOf('to');
    // "Ask Curtis to feed the cats" and "get to the cellar" are deeds, and "ask you to call" is not.
    const isDeed = TELLING.test(words[at]!) && !/^(?:me|us|you)$/.test(words[at + 1] ?? '');
    if (LEADING.test(words[at]!)) at += 1;
    else if (to > 0 && LEADING_TO.test(words[at]!) && !isDeed) at += to + 1;
    else break;
  }
  return at;
}

const VERBS = /^(?:get|give|go|have|make|put|see|take|let|do)$/;
/** After "I'll", any plain word but a pronoun is a verb. */
const isDoing = (word: string): boolean =>
  isBase(word) && (!isFunctionWord(word) || VERBS.test(word));
/** "Told him", "found the keys" and "waiting" tell what is done. */
const isBase = (word: string): boolean => lemmaOf(word) === word;
/** What follows a verb, and no noun: "water the plants", "email Ana". */
const OBJECT = /^(?:the|an?|my|our|your|his|her|their|some|it|them|him|me|us)$/i;

function isVerbFirst(text: string): boolean {
  const [first, second] = tagged(lowered(text));
  if (!first || /^(?:do|does|did|have|has|think) (?:i|you|we|they|he|she|it)\b/i.test(text))
    return false;
  if (!isBase(first.text)) return false;
  if (VERBS.test(first.text)) return !/^have \w+ed\b/i.test(text);
  if (first.pos === 'VERB') return true;
  const hasObject = second !== undefined && (OBJECT.test(second.text) || second.pos === 'PROPN');
  return hasObject && (first.text === 'text' || tagged(`to ${lowered(text)}`)[1]!.pos === 'VERB');
}

const possessive = (name: string): string => (name === 'them' ? 'their' : `${name}'s`);

/** "Send me your draft" is for the listener: "Send Ana my draft". */
function withPersons(text: string, { isAsked, isOthers, speaker, listener }: Persons): string {
  if (isAsked && isOthers) return text;
  const other = (isAsked ? speaker : listener) ?? 'them';
  const whose = possessive(other);
  if (!isAsked) {
    const told = substitutedWords(text, { you: other, your: whose, yours: whose });
    return isOthers ? substitutedWords(told, { my: 'their', me: 'them' }) : told;
  }
  const theirs = { me: other, my: whose, i: other, "i'm": `${other} is`, "i'll": `${other} will` };
  return substitutedWords(text, { ...theirs, you: 'me', your: 'my', yours: 'mine' }).replace(
    /(?<=\b(?:when|if|before|after|until|while|what|where|as|that|once) )me\b/g,
    'I',
  );
}

const LIGHT = new RegExp(
  '^(?:do|see to|handle|sort|manage|fix|have|get|take|make|try|look into|take care of|check)?' +
    String.raw`\s*(?:it|that|this|them|one|those)?(?: \w+)?$`,
  'i',
);

/** Pronouns, unless a clause begins with them: "Send it to Ana", but not "See if it works". */
const POINTS = new RegExp(
  String.raw`(?<=^\S.* )(?<!\b(?:if|that|whether|when|because|what|where|how|while|once|until|before|after|of) )` +
    String.raw`(?:it|them|(?:this|that|these|those)(?=$|[,.;]| (?:to|for|on|in|at|by|with|up|out|back)\b))(?![\p{L}'])`,
  'iu',
);

export const ENGLISH_TASKS: TaskWording = {
  plain,
  instruction,
  points: POINTS,
  isLight: (text) =>
    LIGHT.test(text) && wordsAsWritten(text).filter((word) => !isFunctionWord(word)).length < 2,
};
