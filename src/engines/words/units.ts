/** Cuts texts into sentences with their words. */

export interface Token {
  /** In lower case. */
  word: string;
  /** The places of the first character and after the last one in the text of the turn. */
  start: number;
  end: number;
  /** True for "4" in "2 – 4". */
  isAfterDash?: boolean;
  /** True for "15" in "bis 15. Mai", and at the end of a sentence. */
  isBeforeDot?: boolean;
}

/** A sentence, or a whole turn when it has no punctuation. */
export interface Unit {
  /** Its place in the talk. */
  index: number;
  /** The index of its turn. */
  turn: number;
  start: number;
  end: number;
  text: string;
  tokens: readonly Token[];
}

const TITLE = String.raw`\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Pp]rof|[ap]\.m)\.?`;
/**
 * Up to a full stop before a space; "example.org" and "9.30" are not cut. A long row of full stops is
 * tried only at its beginning.
 */
const sentenceWithout = (abbreviation: string): RegExp =>
  new RegExp(
    String.raw`\S[\s\S]*?(?:(?<!${TITLE})${abbreviation}(?<![.!?…]{2})[.!?…]+["'”»)\]]*(?=\s|$)|$)`,
    'gu',
  );
/** Node 22 does not know `(?i:…)`. */
const inAnyCase = (pattern: string): string =>
  pattern.replace(/(?<!\\)[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** "Am 3. Mai", "vom 20. bis zum 24.", "am 24.12. um zehn": the full stop makes a number an ordinal. */
const GERMAN_ORDINAL =
  String.raw`(?!(?<=\b(?:${inAnyCase('am|vom|zum|den|dem|der|bis|und|oder|ab|seit')}|\d{1,2}\.|\d{1,2}\.?\s?[-–])\s?\d{1,2})` +
  String.raw`\.\s+(?:\p{Ll}|\d|[-–]|Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Mal\b|Tag\b|Stock\b|Geburtstag))`;
/** "By Dec. 15", "el 15 de dic. de 2027". */
const SHORT_MONTH = String.raw`(?!(?<=\b(?:${inAnyCase('jan|ene|feb|mar|apr|abr|aug|ago|sept?|oct|nov|dec|dic')}))\.\s+(?:\d|de\b))`;
const SENTENCE = sentenceWithout(SHORT_MONTH);
const GERMAN_SENTENCE = sentenceWithout(GERMAN_ORDINAL);
const DASH = /^\.?\s*[-–—]\s*$/;
/** "24/12" is one word, and "tea/coffee" are two. */
const WORD = /\d+(?:\/\d+)+|[\p{L}\p{N}]+(?:['’:.,-][\p{L}\p{N}]+)*/gu;

export function unitsOf({
  language,
  turns,
}: {
  /** ISO 639-1. */
  language: string;
  turns: readonly { text: string }[];
}): Unit[] {
  const sentence = language === 'de' ? GERMAN_SENTENCE : SENTENCE;
  const units = turns.flatMap(({ text }, turn) =>
    sentencesIn(text, sentence).map((one) => ({ ...one, turn })),
  );
  return units.map((unit, index) => ({ ...unit, index }));
}

function sentencesIn(text: string, sentence: RegExp): Omit<Unit, 'turn' | 'index'>[] {
  return [...text.matchAll(sentence)].flatMap((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    const said = match[0].trim();
    const tokens = tokensOf(said, start);
    return tokens.length === 0 ? [] : [{ start, end: start + said.length, text: said, tokens }];
  });
}

export function tokensOf(text: string, offset = 0): Token[] {
  let last = 0;
  return [...text.matchAll(WORD)].map(({ index, 0: word }) => {
    const isAfterDash = DASH.test(text.slice(last, index));
    last = index + word.length;
    return {
      word: word.toLowerCase().replaceAll('’', "'"),
      start: offset + index,
      end: offset + last,
      ...(isAfterDash && { isAfterDash }),
      ...(/^\d/.test(word) && text[last] === '.' && { isBeforeDot: true }),
    };
  });
}
