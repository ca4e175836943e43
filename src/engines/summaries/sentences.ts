import { wordList } from '../../core/text.ts';

/** Cuts a text into sentences, even text without punctuation from a recogniser. */

const END =
  /(?<=[.!?…]["')\]]?)(?<!\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Pp]rof|vs|e\.g|i\.e|a\.m|p\.m|[B-HJ-Z])\.)\s+(?=["'(]?[\p{Lu}\p{L}\p{N}])/u;

/** A part with more words than this and no full stop is treated as several sentences. */
const RUN_ON_WORDS = 12;
const SHORTEST = 4;
/**
 * The maximum number of words of a sentence that begins with a capital letter and ends with a full
 * stop.
 */
const WRITTEN_WORDS = 24;

/** Words that may begin a new sentence in the middle of continuous speech. */
const OPENER = new Set(
  wordList(`
  i i'm i'll i've i'd we we're we'll we've you you're he she they it's that's there's let's can
  could would please remind okay ok so anyway also but yeah well what how why when where do did
  are is don't thanks thank my`),
);
/** Words after which the next pronoun belongs to the same sentence. */
const LEADS_ON = new Set(
  wordList(`
  that if when because what how where who which as think know so and but or said say hope guess
  than while until before after since though whether why sure believe wish bet like to of in on at
  for with from about the a an my your our this is was are were do did does can could would will
  should have has had then well okay ok i you we they he she please also just really what's let
  told tell feel mean see unless whatever everything all thing way time day place one never always`),
);

export function sentencesOf(text: string): string[] {
  return text
    .split(END)
    .flatMap((part) => (part.split(' ').length > RUN_ON_WORDS ? cutRunOn(part) : [part]))
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Cuts a long part before a word that begins a clause, unless the previous word needs a
 * continuation.
 */
function cutRunOn(part: string): string[] {
  // Text with commas comes from a person or a good recogniser, so its full stops are reliable.
  if (/,/.test(part) || /[A-Z]/.test(part.slice(1).replaceAll(/\bI\b/g, ''))) return [part];
  if (/^[A-Z].*[.!?]$/.test(part) && part.split(' ').length <= WRITTEN_WORDS) return [part];
  const cuts: string[][] = [[]];
  for (const word of part.split(' ')) {
    const current = cuts.at(-1)!;
    const before = current.at(-1)?.toLowerCase() ?? '';
    const opens = OPENER.has(word.toLowerCase()) && !LEADS_ON.has(before);
    if (opens && current.length >= SHORTEST) cuts.push([word]);
    else current.push(word);
  }
  return cuts.map((words) => words.join(' '));
}
