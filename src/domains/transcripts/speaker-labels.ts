/** Finds the names of speakers at the beginnings of lines, as in `Ana: Hello`. */
import { STAMP_BEFORE_NAME } from './labels/stamps.ts';

const CLOCK = String.raw`\d{1,2}(?::\d{2}){1,2}(?:[.,]\d+)?`;
/** A time, or from when until when. */
const TIME = String.raw`[[(]?${CLOCK}(?:\s*(?:-->|[-–—])\s*${CLOCK})?[\])]?`;
const LETTER = String.raw`[\p{L}\p{M}\p{N} .,'’ʼ\u0060´_()&/+@~\u200d\ufe0f-]|\p{Extended_Pictographic}`;
/** A colon may stand without a space before a letter, but not in `10:30` and `https://`. */
const COLON = String.raw`\s*(?:${TIME}\s*)?(?::\s+|：\s*|:(?=[\p{L}"'“¿¡])|:$)`;
const NAME = String.raw`(?<name>(?:[\p{L}~@]|\p{Extended_Pictographic})(?:${LETTER}){0,39}?)${COLON}(?<words>.*)$`;
/** Matches `Ana: Hello`. */
const LABELLED = new RegExp(String.raw`^\s*${NAME}`, 'iu');
/** Matches `Ana: Hello` or `[00:12] Speaker 2: Hello`. */
const TIMED = new RegExp(String.raw`^\s*(?:${TIME}\s*[-–]?\s*)?${NAME}`, 'iu');
/** Messengers label lines with a name or a number. */
const STAMPED = new RegExp(
  String.raw`^\s*${STAMP_BEFORE_NAME}(?<name>[^:\n]{1,60}?):\s+(?<words>\S.*)$`,
  'iu',
);
const BEGINS_STAMPED = new RegExp(String.raw`^\s*${STAMP_BEFORE_NAME}\S`, 'iu');
/** Messengers write these before the names that people gave themselves. */
const DECORATION = /^[\s~\u200e\u200f\u202a-\u202e\u2066-\u2069]+/;
/** Labels that do not name a speaker. */
const NO_SPEAKER = new RegExp(
  String.raw`^(?:from|to|cc|bcc|subject|date|sent|re|aw|fwd?|notes?|to-?dos?|ps|nb|tips?` +
    String.raw`|warning|important|update|question|answer|summary|agenda|title|due|when|where` +
    String.raw`|who|what|why|how|https?|rules?|remember|reminder|example|facts?|ideas?|problems?` +
    String.raw`|solution|results?|conclusion|goals?|plan|source|translation|quote|attention` +
    String.raw`|caution|danger|hint|info|fyi|plus|bonus|also|however|therefore|finally|next|then` +
    String.raw`|so|now|time|place|location|address|phone|e-?mail|price|total|name` +
    String.raw`|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|yesterday|morning` +
    String.raw`|afternoon|evening|breakfast|lunch|dinner)$`,
  'i',
);
/** First words of sentences and of headings. */
const NO_NAME = new RegExp(
  String.raw`^(?:my|our|your|his|her|its|their|the|this|that|these|those|an?|one|first|second` +
    String.raw`|third|last|another|here|there|and|but|or|if|because|remember|rule|step|part` +
    String.raw`|chapter|option|day|week|point|phase|item|lesson|section|question|fun|pro)\s`,
  'i',
);
const PARTICLE =
  'van|von|vom|de|da|di|del|della|der|den|dos|das|du|la|le|el|al|bin|ibn|ten|ter|zu|y|e|und|and';
/** Matches "Ana", "Ben Doe", "O’Brien", "Ludwig van Beethoven" and "Speaker 2". */
const NAME_LIKE = new RegExp(
  String.raw`^(?:(?:d|l|al|el)['’ -])?[\p{Lu}\p{Lo}]\S*` +
    String.raw`(?: (?:[\p{Lu}\p{Lo}\d(&+]\S*|\p{Extended_Pictographic}\S*|${PARTICLE})){0,4}$`,
  'u',
);
const OWNER_LABELS = ['me', 'i', 'user', 'you', 'myself'];

export interface LabelledLine {
  label: string;
  words: string;
  /** A messenger wrote the line, so its label is a name. */
  isStamped: boolean;
}

/** Splits a line at its label. The line may begin with a time, unless its words are all that counts. */
export function labelOf(line: string, { isTimed = true } = {}): LabelledLine | null {
  const stamped = isTimed ? STAMPED.exec(line) : null;
  const match = stamped ?? (isTimed ? TIMED : LABELLED).exec(line);
  if (!match) return null;
  const label = match.groups!['name']!.trim();
  return {
    label: stamped ? label.replace(DECORATION, '') || label : label,
    words: match.groups!['words']!,
    isStamped: stamped !== null,
  };
}

/** Returns whether a messenger wrote a time before the line, so it continues no other. */
export const isStampedLine = (line: string): boolean => BEGINS_STAMPED.test(line);

/** Returns whether a label can only be a name, so that "My number one rule" is a sentence. */
export function isName(label: string): boolean {
  return (
    isOwnerLabel(label) || (NAME_LIKE.test(label) && !NO_NAME.test(label) && !isHeading(label))
  );
}

/** Returns whether a label is one of letters, lists and notes. */
export const isHeading = (label: string): boolean => NO_SPEAKER.test(label);

/** Returns whether two names recur, as in a dialogue. */
export function namesRecur(labels: readonly string[]): boolean {
  return [...countsOf(labels.filter(isName)).values()].filter((count) => count > 1).length > 1;
}

/** Counts labels. Those that differ only in case name the same speaker. */
export function countsOf(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) {
    const key = label.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const isOwnerLabel = (label: string): boolean => OWNER_LABELS.includes(plain(label));

/** Returns whether a label names the user. A line without a label is nobody's. */
export function isOwner(label: string | null, userName: string | null): boolean {
  if (label === null) return false;
  const name = plain(userName ?? '');
  const isNamed = name !== '' && (plain(label) === name || plain(label) === name.split(' ')[0]);
  return isOwnerLabel(label) || isNamed;
}

/** Returns a name without decoration. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d ]/gu, '')
    .trim();
}

/**
 * Numbers the speakers: `Speaker 2` gets number 2; other speakers get the lowest free numbers, in
 * order.
 */
export function numbersOf(speakers: readonly (string | null)[]): Map<string | null, number> {
  const numbers = new Map<string | null, number>();
  for (const speaker of new Set(speakers)) {
    const said = /^speaker[ _-]?0*(\d{1,3})$/i.exec(speaker ?? '')?.[1];
    if (said !== undefined) numbers.set(speaker, Number(said));
  }
  const taken = new Set(numbers.values());
  let next = 0;
  for (const speaker of new Set(speakers)) {
    if (numbers.has(speaker)) continue;
    while (taken.has(next)) next += 1;
    numbers.set(speaker, next);
    taken.add(next);
  }
  return numbers;
}
