import { wordList } from '../../core/text.ts';
import { stemmer } from 'stemmer';
import { memoised } from './memo.ts';

/** Longer words are cut, so that meaningless text costs no more than normal text. */
export const LONGEST_WORD = 40;

/**
 * Matches scripts without spaces between words; their text is cut into overlapping pairs of
 * characters.
 */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u;
const WORD = new RegExp(
  String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]+` +
    String.raw`|[\p{L}\p{N}]+(?:['’][\p{L}]+)*|\p{Extended_Pictographic}`,
  'gu',
);
const ENDING = /['’](?:s|t|re|ve|ll|d|m)?$/u;

/**
 * Returns the words of a text in order, in lower case and without accents and endings such as `'s`.
 */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words: string[] = [];
  for (const [match] of folded.matchAll(WORD)) {
    if (UNSPACED.test(match)) words.push(...pairsOf(match));
    else words.push(match.replace(ENDING, '').slice(0, LONGEST_WORD));
  }
  return words;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** Irregular verbs, which the stemmer does not handle; each line begins with the base form. */
const IRREGULAR = `
be am is are was were been being; become became; begin began begun; break broke broken;
bring brought; build built; buy bought; catch caught; choose chose chosen; come came;
do did done does; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten;
fall fell fallen; feel felt; fight fought; find found; fly flew flown; forget forgot forgotten;
get got gotten; give gave given; go went gone; grow grew grown; have has had; hear heard;
hold held; keep kept; know knew known; lead led; leave left; lend lent; lose lost; make made;
mean meant; meet met; pay paid; ride rode ridden; run ran; say said; see saw seen; sell sold;
send sent; show shown; sing sang sung; sit sat; sleep slept; speak spoke spoken; spend spent;
stand stood; swim swam swum; take took taken; teach taught; tell told; think thought;
throw threw thrown; understand understood; wake woke woken; wear wore worn; win won;
write wrote written; beat beaten; bend bent; bite bit bitten; blow blew blown; deal dealt;
dig dug; feed fed; flee fled; forgive forgave forgiven; freeze froze frozen; hang hung;
hide hid hidden; lay laid; rise rose risen; ring rang rung; seek sought; shake shook shaken;
shine shone; shoot shot; sink sank sunk; slide slid; steal stole stolen; stick stuck;
strike struck; swear swore sworn; sweep swept; swing swung; tear tore torn;
child children; man men; woman women; person people; foot feet; mouse mice; tooth teeth;
wife wives; knife knives; life lives; leaf leaves; shelf shelves; half halves`;

/**
 * Synonyms, short forms and alternative spellings; the first word of each line replaces the other
 * words.
 */
const SAME = `
mother mom mum mommy mama; father dad daddy papa; grandmother grandma granny nana;
grandfather grandpa granddad; child kid kids; aunt auntie; husband hubby; dog doggy doggie;
puppy pup; cat kitty; picture photo pic photograph; movie film; bike bicycle; phone telephone;
television tv telly; advertisement advert ad ads; festival fest; education edu; business biz;
favorite favourite fave fav; color colour; apartment flat; vacation holiday holidays;
vegetable veggie veg veggies; university uni; doctor doc; video vid;
application app apps; information info; refrigerator fridge; pajamas pyjamas;
gray grey; neighbor neighbour; theater theatre; center centre; program programme; jewelry jewellery;
organize organise; realize realise; apologize apologise; humor humour; cozy cosy; math maths`;

const NUMBERS = `zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty`;

const BASE = new Map<string, string>();
for (const line of [...IRREGULAR.split(';'), ...SAME.split(';')]) {
  const [base, ...forms] = line.trim().split(/\s+/);
  for (const form of forms) if (!BASE.has(form)) BASE.set(form, base!);
}

/** The digits of the numbers that are said as one word. */
export const NUMBER_OF: ReadonlyMap<string, string> = new Map(
  wordList(NUMBERS).map((word, number) => [word, String(number)]),
);
for (const [word, digits] of NUMBER_OF) BASE.set(word, digits);

/** Numbers and other spellings; a plural stays one, because "a kid" is not "kids". */
const SAME_WORDS = new Map(NUMBER_OF);
for (const line of SAME.split(';')) {
  const [base, ...forms] = wordList(line) as [string, ...string[]];
  for (const form of forms) {
    const isPlural = form.endsWith('s') && !base.endsWith('s');
    const plural = base === 'child' ? 'children' : `${base}s`;
    SAME_WORDS.set(form, isPlural ? plural : base);
  }
}

/** Returns the digits of a number and the usual form of another spelling; any other word as it is. */
export const sameWordOf = (word: string): string => SAME_WORDS.get(word) ?? word;

/** Stems are cached, because the same words occur again and again. */
const MAX_KEPT = 20_000;

/**
 * Returns the form in which a word is indexed and searched: its stem, or the replacement of an
 * irregular or equivalent word (went → go, three → 3).
 */
export const termOf = memoised(stemOf, MAX_KEPT);

function stemOf(word: string): string {
  const singular = word.endsWith('s') ? BASE.get(word.slice(0, -1)) : undefined;
  const base = BASE.get(word) ?? singular ?? word;
  return base.length > 2 ? stemmer(base) : base;
}

/** Returns the letters of a word as a bit mask; several letters may share a bit. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place++) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

const STOP = new Set(
  wordList(`
  a about after again all also am an and any are as at be been being but by can could did do does doing
  done for from get getting go going got had has have having he her here hers him his how i if in into is
  it its just let like may me might mine more most much must my no nor not of off on or our ours out over
  own said say shall she should so some such than that the their theirs them then there these they this
  those to too up us very was we were what when where which while who whom whose why will with would you
  your yours um uh yeah yes oh ok okay hey well really ever tell know don didn doesn won isn aren wasn`),
);

/** Returns true for a word with little meaning, which counts only if there are no other words. */
export const isStopWord = (word: string): boolean => STOP.has(word);

const OF_TALKING = new Set(
  wordList(`
  talk speak speech discuss discussion chat conversation mention happen remember hear listen memory recap
  summary today yesterday night morning afternoon evening day week weekend month year monday tuesday
  wednesday thursday friday saturday sunday`).map(termOf),
);

/**
 * Returns true for a term that only refers to talking or to a time, as in "What did we talk about
 * on Monday?"
 */
export const isOfTalking = (term: string): boolean => OF_TALKING.has(term);

/** Returns the terms of a text that describe its subject. */
export function tellingTerms(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(termOf);
}
