/**
 * Corrects words that sound like a known name, when the recogniser was not sure of them. A word
 * that the recogniser was sure of stays, and so does a word without a confidence.
 */
import { isOrdinaryWord } from './names/ordinary-words.ts';
import { codesOf, distance, hasAccents, spellingsOf, strictSound } from './names/sound.ts';
import type { RecognisedWord, Utterance } from './recogniser.ts';
import { spreadWords } from './spread-words.ts';

/** From this confidence on, the recogniser is sure of a word. */
const SURE_FROM = 0.5;
/** A name may be heard as so many more words than it has: "comma lice", "cooper net ease". */
const MAX_MORE_WORDS = 2;
/** Shorter names sound like too many words, so only their letters count. */
const MIN_LETTERS_BY_SOUND = 4;
/**
 * The greatest distance to a long name, as a share of its letters; few other words sound like a long
 * name. With this share for short names, too, one word in 56 of the example talks became one of 86
 * common names, nearly always wrongly ("better" Peter, "hora" Harry), when the recogniser was unsure
 * of all words; with the bounds below, it is one in 2,200 (bench/names.ts).
 */
const MAX_SHARE = 0.3;
const MIN_LETTERS_OF_LONG = 9;
const MIN_LETTERS_OF_MIDDLE = 6;

interface Name {
  parts: readonly string[];
  spellings: readonly string[];
  codes: ReadonlySet<string>;
  /** True for a name that is an ordinary word, such as "Will". */
  isWord: boolean;
}

/** Returns a function that corrects utterances. An empty vocabulary changes nothing. */
export function nameCorrector(vocabulary: readonly string[]): (heard: Utterance) => Utterance {
  const names = vocabulary.flatMap(withParts).flatMap(nameOf);
  const known = new Set(names.map(({ parts }) => parts.join(' ')));
  const longest = Math.max(0, ...names.map(({ parts }) => parts.length)) + MAX_MORE_WORDS;
  return (heard) => {
    if (names.length === 0 || !heard.words.some(isUnsure) || !isWhole(heard)) return heard;
    const words: RecognisedWord[] = [];
    let isChanged = false;
    for (let at = 0; at < heard.words.length;) {
      const found = findName(heard.words.slice(at, at + longest), names, known);
      words.push(...(found?.words ?? [heard.words[at]!]));
      isChanged ||= found !== null;
      at += found?.count ?? 1;
    }
    return isChanged ? { ...heard, words, text: words.map(({ text }) => text).join(' ') } : heard;
  };
}

const isUnsure = ({ confidence }: RecognisedWord): boolean =>
  confidence !== undefined && confidence < SURE_FROM;

/** Other texts have characters that are in no word, which a correction would lose. */
const isWhole = ({ text, words }: Utterance): boolean =>
  text.trim().split(/\s+/).join(' ') === words.map((word) => word.text).join(' ');

/** One often says only a part of a name: of "Ana Núñez", also "Núñez". */
function withParts(entry: string): string[] {
  const parts = entry.split(/\s+/).filter(Boolean);
  const isName = parts.length > 1 && parts.every((part) => /^\p{Lu}/u.test(part));
  return [entry, ...(isName ? parts.filter((part) => part.length >= MIN_LETTERS_BY_SOUND) : [])];
}

function nameOf(entry: string): Name[] {
  const parts = entry.split(/\s+/).filter(Boolean);
  const spellings = spellingsOf(entry).filter((spelling) => spelling !== '');
  if (spellings.length === 0) return [];
  const isWord = parts.length === 1 && isOrdinaryWord(entry.toLowerCase());
  return [{ parts, spellings, codes: new Set(spellings.flatMap(codesOf)), isWord }];
}

interface Found {
  /** The number of words that the name replaces. */
  count: number;
  words: RecognisedWord[];
}

/** Finds the name that is nearest to the beginning of these words; of equally near ones, the longest. */
function findName(
  words: readonly RecognisedWord[],
  names: readonly Name[],
  known: ReadonlySet<string>,
): Found | null {
  let nearest: (Found & { far: number }) | null = null;
  for (let count = words.length; count > 0; count -= 1) {
    const some = words.slice(0, count);
    if (!some.some(isUnsure)) continue;
    const heard = heardIn(some);
    if (!heard) continue;
    if (known.has(heard.words.join(' '))) return { count, words: some.map(asKnown) };
    for (const name of names) {
      if (!mayReplace(name, some, heard)) continue;
      const far = distanceTo(name, heard);
      if (far === null || (nearest && nearest.far <= far)) continue;
      nearest = { ...replaced(some, name, heard), far };
    }
  }
  return nearest;
}

/**
 * A recogniser is rarely sure of the spelling of a name, even if it got the name as a hint: "Commalise"
 * had a confidence of 0.03. A name in its own spelling is no guess.
 */
function asKnown(word: RecognisedWord): RecognisedWord {
  const isWord = isOrdinaryWord(word.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  return isWord || !isUnsure(word) ? word : { ...word, confidence: SURE_FROM };
}

interface Heard {
  /** The punctuation before and after the words. A possessive ending is part of the latter. */
  before: string;
  after: string;
  words: readonly string[];
  spellings: readonly string[];
  codes: readonly string[];
}

const AROUND = /^([^\p{L}\p{N}]*)(.*?)((?:['’]s)?[^\p{L}\p{N}]*)$/su;

/** Returns null when punctuation separates the words, or when there are no letters. */
function heardIn(words: readonly RecognisedWord[]): Heard | null {
  const cut = words.map(({ text }) => AROUND.exec(text)!);
  const isApart = cut.some(
    ([, before, , after], at) => (at > 0 && before) || (at < cut.length - 1 && after),
  );
  const cores = cut.map(([, , core]) => core!);
  const spellings = spellingsOf(cores.join('')).filter((spelling) => spelling !== '');
  if (isApart || cores.includes('')) return null;
  const codes = spellings.flatMap(codesOf);
  return { before: cut[0]![1]!, after: cut.at(-1)![3]!, words: cores, spellings, codes };
}

/** A sure word may stand in the name if it is already as in the name. */
function mayReplace(
  { parts, isWord }: Pick<Name, 'parts' | 'isWord'>,
  words: readonly RecognisedWord[],
  heard: Heard,
): boolean {
  if (words.length > parts.length + MAX_MORE_WORDS || !words.some(isUnsure)) return false;
  const isAsInName = (at: number) => words.length === parts.length && heard.words[at] === parts[at];
  if (!words.every((word, at) => isUnsure(word) || isAsInName(at))) return false;
  // "will" is no Will, but "Wil" is.
  if (isWord) return words.length === 1 && /^\p{Lu}/u.test(heard.words[0]!);
  return true;
}

/** The distance of another spelling of the same sound: farther than the same letters. */
const SAME_SOUND = 0.25;

/** Returns null when the words do not sound like the name. */
function distanceTo({ parts, spellings, codes, isWord }: Name, heard: Heard): number | null {
  const pairs = heard.spellings.flatMap((one) => spellings.map((other) => [one, other] as const));
  // "mía" is a word beside the name "Mia", and not its spelling.
  const isOtherWord = isLower(heard) && heard.words.some(hasAccents) && !parts.some(hasAccents);
  if (isOtherWord) return null;
  if (pairs.some(([one, other]) => one === other)) return 0;
  const isOrdinary = heard.words.some(
    (word) => isOrdinaryWord(word.toLowerCase()) && !parts.includes(word),
  );
  const letters = Math.min(...spellings.map(({ length }) => length));
  if (isOrdinary || letters < MIN_LETTERS_BY_SOUND) return null;
  if (!heard.codes.some((code) => codes.has(code))) return null;
  const isSame = pairs.some(([one, other]) => strictSound(one) === strictSound(other));
  if (isSame || isWord) return isSame ? SAME_SOUND : null;
  const far = Math.min(...pairs.map(([one, other]) => distance(one, other)));
  return far <= maxDistance(letters, heard) ? far : null;
}

const isLower = ({ words }: Pick<Heard, 'words'>): boolean =>
  words.every((word) => word === word.toLowerCase());

/** Words in lower case and several words are more often other words than a short name. */
function maxDistance(letters: number, { words }: Heard): number {
  if (letters >= MIN_LETTERS_OF_LONG) return MAX_SHARE * letters;
  const isLikelyOther = words.length > 1 || isLower({ words });
  if (letters >= MIN_LETTERS_OF_MIDDLE) return isLikelyOther ? 0.5 : 1;
  return isLikelyOther ? 0 : 0.5;
}

/** The name gets the times of the words, and the least of their confidences: it is still a guess. */
function replaced(words: readonly RecognisedWord[], { parts }: Name, heard: Heard): Found {
  const last = parts.length - 1;
  const texts = parts.map(
    (part, at) => (at === 0 ? heard.before : '') + part + (at === last ? heard.after : ''),
  );
  texts[0] = inCaseOf(heard, texts[0]!);
  const count = words.length;
  if (count === parts.length) {
    return { count, words: words.map((word, at) => ({ ...word, text: texts[at]! })) };
  }
  const confidence = Math.min(...words.map((word) => word.confidence!));
  const spread = spreadWords(texts.join(' '), words[0]!.start, words.at(-1)!.end);
  return { count, words: spread.map((word) => ({ ...word, confidence })) };
}

/** A term in lower case keeps the capital letter of the beginning of a sentence. */
function inCaseOf({ before, words: [first] }: Heard, text: string): string {
  const name = text.slice(before.length);
  const isCapital = /^\p{Lu}/u.test(first!) && name === name.toLowerCase();
  return isCapital ? before + name[0]!.toUpperCase() + name.slice(1) : text;
}
