/** Small text functions that all rules share. */

import { wordList } from '../../../core/text.ts';

/**
 * Matches endless words. Without this length limit, every pattern would scan such words repeatedly.
 */
const ENDLESS = /(\S{80})\S+/gu;

/** Matches hesitation sounds, which no reader needs. */
const HESITATION =
  /(?<=^|(?<!\d) )(?:u+m+|u+h+|e+r+m*|hm+|m{2,})(?:,|(?=[ .!?])|$) ?|^(?:U+m+|U+h+|E+r+m*|Hm+|M{2,}),? /g;
const REPEATED =
  /\b(?!(?:had|that|very|really|no|bye|so|many|ha|knock|\d+)\b)([a-z']+(?: [a-z']+){0,2})(?: \1\b)+/gi;

/** Repairs apostrophes and spaces in text from recognisers and keyboards. */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u200b\u2028-\u202e\ufeff]+/gu, ' ')
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(
      /\b([A-Za-z]+) ' ?(t|s|m|re|ve|ll|d)\b/gi,
      (_, word: string, end: string) => `${word}'${end.toLowerCase()}`,
    )
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .replace(/([a-z]{2})([.?!])([A-Z])/g, '$1$2 $3')
    .replace(ENDLESS, '$1')
    .trim();
}

/** Removes hesitation sounds and repetitions from English text. */
const fluent = (text: string): string =>
  text
    .replace(HESITATION, '')
    .replace(REPEATED, (whole, once: string) => (isName(whole) ? whole : once))
    .trim();

/** Recognises repeated names such as "Walla Walla" and "Bora Bora". */
const isName = (words: string): boolean => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u.test(words);

const cleaned = new WeakMap<object, string>();

/** Returns the cleaned English text of a segment; caches the result. */
export function cleanTextOf(segment: { text: string }): string {
  const text = cleaned.get(segment) ?? fluent(clean(segment.text));
  cleaned.set(segment, text);
  return text;
}

/** Returns the words of a text in lower case, including their apostrophes. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const STOP = new Set(
  wordList(`
  a about above after again ago all almost along already also although always am an and another any
  anybody anyone anything anyway are aren't around as at away back be because been before being below
  between both but by came can can't cannot come comes coming could couldn't did didn't do does doesn't
  doing don't done down during each either else enough especially etc even ever every everybody everyone
  everything exactly except few first for from further gave get gets getting give gives giving go goes
  going gone gonna good got gotta great guess had hadn't has hasn't have haven't having he he'd he'll he's
  her here here's hers herself hey hi him himself his how how's however i i'd i'll i'm i've if in
  indeed instead into is isn't it it'd it'll it's its itself just keep kind knew know known last later least
  less let let's lets like little long look looking looks lot lots made make makes making many may maybe me
  mean means might mine more most much must my myself near need needs never next nice no nobody none nope nor
  not nothing now of off oh ok okay on once one ones only onto or other others our ours out over own part
  perhaps please pretty probably put quite rather real really right said same saw say saying says see seem
  seems seen several shall she she'd she'll she's should shouldn't since so some somebody someone something
  sometimes sorry sort still stuff such sure take takes taking talk tell than thank thanks that that'll that's
  the their theirs them then there there's these they they'd they'll they're they've thing things think this
  those though thought through till to together told too took toward try trying two uh um under until up upon
  us use used using very wanna want wanted wants was wasn't way we we'd we'll we're we've well went were
  weren't what what's whatever when where where's whether which while who who's whole whom whose why will
  with within without won't wonderful would wouldn't yeah yep yes yet you you'd you'll you're you've your
  yours yourself bye goodbye hello wow hmm mhm huh ah alright fine day today tomorrow yesterday tonight time
  times year years week weeks month months morning afternoon evening night hour hours minute minutes sir madam mr mrs miss
  ms dr actually absolutely anyhow bit course definitely exactly fact feel feeling find idea matter maybe moment
  people person place point problem question reason speaking true truly wait welcome wonder wrong worry
  ill im ive id youre youll youve theyre theyll theyve weve hes shes thats theres whats dont cant wont didnt
  doesnt isnt wasnt couldnt wouldnt shouldnt hasnt havent lets
  glad happy happen happened help hope bad best better big able`),
);
export const isStopWord = (word: string): boolean => STOP.has(word) || word.length < 2;

/**
 * A simple stemmer: removes plural, -ing, -ed and -ly. Stems are only counted and never shown, so
 * "studi" is acceptable and no dictionary is needed.
 */
export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    if (stems.size >= MAX_STEMS) stems.clear();
    known = stemmed(word);
    stems.set(word, known);
  }
  return known;
}

/** The maximum size of the cache. Texts may contain any number of different words. */
const MAX_STEMS = 20_000;
const stems = new Map<string, string>();

function stemmed(word: string): string {
  if (word.toLowerCase() === 'news') return 'news';
  let w = word.toLowerCase().replace(/'s?$|'(?:re|ve|ll|d|m)$/, '');
  if (w.length > 4 && w.endsWith('ies')) w = `${w.slice(0, -3)}y`;
  else if (w.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(w)) w = w.slice(0, -2);
  else if (w.length > 3 && w.endsWith('s') && !/(?:ss|us|is)$/.test(w)) w = w.slice(0, -1);
  if (w.length > 5 && w.endsWith('ing')) w = undouble(w.slice(0, -3));
  else if (w.length > 4 && w.endsWith('ied')) w = `${w.slice(0, -3)}y`;
  else if (w.length > 4 && w.endsWith('ed')) w = undouble(w.slice(0, -2));
  else if (w.length > 5 && w.endsWith('ly')) w = w.slice(0, -2);
  return w.length > 3 && w.endsWith('e') ? w.slice(0, -1) : w;
}

const undouble = (w: string): string => (/([bdgmnprt])\1$/.test(w) ? w.slice(0, -1) : w);

/** Returns the stems of the content words in a text, including repetitions. */
export const contentStems = (text: string): string[] => stemsOf(wordsOf(text));

/** Works like `contentStems`, for words that are already in lower case. */
export const stemsOf = (words: readonly string[]): string[] =>
  words.filter((word) => !isStopWord(word) && !/^\d+$/.test(word)).map(stem);
