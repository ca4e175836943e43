/** Makes names of appointments from English words that were said about them. */
import { tagged } from '../language.ts';
import { isStopWord, wordsOf } from '../rules/text.ts';
import { wordList } from '../../../core/text.ts';

/** Nouns that name an appointment on their own. */
const NOUNS = new Set(
  wordList(`
    appointment assembly audition baptism barbecue baptism birthday breakfast briefing ceremony check-up
    checkup christening class clinic committee concert course cruise curry date demo dentist dinner
    drill drinks exam examination exercise exhibition expo fair ferry festival fete flight funeral
    gig graduation handover hearing holiday inspection interview kick-off launch lecture lesson
    lunch match meeting party picnic play practice premiere presentation prom quiz race recital
    regatta rehearsal release reunion review scan seminar session show shower standup supervision
    surgery talk tasting test tour training trial trip vet viewing wake wedding workshop yoga`),
);
/** Words that form one name with the noun after them: "pub quiz", "stress test". */
const BEFORE_NOUN = new Set(
  wordList(`
    baby ballet birthday board book choir christmas committee council cricket dance dancing driving
    eye family farewell fire football job leaving music parents parish piano pool pub safety school
    stress swimming team tennis training wedding work yoga`),
);

/** Returns the name that the nearest noun of an appointment gives; undefined without one. */
export function nounIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => NOUNS.has(word));
  if (at < 0) return undefined;
  const before = words[at - 1];
  return before !== undefined && BEFORE_NOUN.has(before) ? `${before} ${words[at]}` : words[at];
}

/** A new clause about something else, or one that has only begun. */
const NEXT_CLAUSE =
  /(?:, |\s+(?:and|but|so|then) )(?:i|we|you|he|she|it|they|that|which|this|there|who|mind)\b.*$|,\s*$/i;
const UNFINISHED = new RegExp(
  String.raw`(?:\s+|, )(?:i|we|you|he|she|it|they|which|that|who|but|and|so|because|that's|it's|` +
    String.raw`there's|i'll|is|are|was|has|have|had|will|says|said)$`,
  'i',
);
/** Words before the noun: "we're doing a reunion", "his diabetes check", "next exercise". */
const BEFORE = new RegExp(
  String.raw`^(?:(?:i|we|they|he|she)(?:'re|'m|'s| are| am| is) (?:doing|having|planning|throwing|giving) |` +
    String.raw`(?:\p{L}+(?:'s)? (?:has |have )?)?asked (?:us|me|you|them) for |` +
    String.raw`(?:my|our|your|his|her|their|the|an?|next|some|this|that|another) )+`,
  'iu',
);
/** Forms of a sentence. A name is none. */
const SENTENCE = new RegExp(
  String.raw`^(?:i|we|you|he|she|it|they|this|that|those|these|there|who|which|what|how|can|could|` +
    String.raw`would|should|will|do|does|did|please|put|bring|wear|take|tell|call|all|instead|` +
    String.raw`before|after|if|when|because)\b|` +
    String.raw`\b(?:says?|said|was|were|she's|he's|it's|i'm|don't|isn't)\b`,
  'i',
);
const MAX_WORDS = 8;

/** Returns a name from the words of a sentence; null when they are no name. */
export function nameIn(said: string): string | null {
  let name = said;
  for (let before = ''; before !== name;) {
    before = name;
    name = name.replace(NEXT_CLAUSE, '').replace(UNFINISHED, '').replace(BEFORE, '').trim();
  }
  name = name.replace(/['’]s$/u, '');
  const words = wordsOf(name);
  const isEmpty = words.every((word) => isStopWord(word) || word.length < 3);
  return isEmpty || words.length > MAX_WORDS || SENTENCE.test(name) || !isName(name) ? null : name;
}

/** A name contains a noun, does not begin with a verb, and points to nobody. */
function isName(text: string): boolean {
  const parts = tagged(text).map(({ pos }) => pos);
  return (
    parts.some((pos) => pos === 'NOUN' || pos === 'PROPN') &&
    parts[0] !== 'VERB' &&
    parts[0] !== 'AUX' &&
    !parts.includes('PRON')
  );
}
