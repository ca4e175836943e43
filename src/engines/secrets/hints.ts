import { LOGINS } from './cues.ts';
import { CUES } from './words/secret-names.ts';
import { DIGITS } from './words/number-words.ts';

const OTHERS =
  `code passwort kennwort pin nummer vault safe gate door alarm keypad lock disarm garage intercom bell buzzer
  lock schloss entsperr desbloque security sicherheitsfrage seguridad
  tür tor klingel puerta verja garaje cerradura candado timbre porte portail serrure porta portão fechadura`.split(
    /\s+/,
  );
/** Matches English and German words for "in": "to get in", "gets you into", "komm rein". */
const INTO = String.raw`\b(?:in|into|inside|rein|hinein)\b`;
const INSIDE = String.raw`${INTO}[^.?!]{0,40}\d{3}|\d(?:[ -]?\d){2}[^.?!]{0,40}${INTO}`;
/** Such a word alone occurs in most talks, or inside other words. */
const COMMON =
  /^(?:.{1,3}|account|answer|antwort|digits|numbers?|nummer|número|numero|respuesta|zahl|ziffern)$/u;
const isWhole = (words: readonly string[]): boolean => words[0] !== 'pin' && COMMON.test(words[0]!);
/** Returns a pattern for a cue: its first word anywhere, or all words of one that is too common. */
const patternOf = (words: readonly string[]): string =>
  isWhole(words)
    ? String.raw`(?<!\p{L})${words.join(String.raw`(?:['’]s)?[\s-]+`)}(?!\p{L})`
    : words[0]!;
const FIRST_WORDS = [
  ...new Set([
    ...CUES.map(({ words }) => patternOf(words)),
    ...OTHERS,
    ...LOGINS.map((words) => words.join(' ')),
  ]),
];
/** Matches several spoken digits in a row. */
const SPOKEN = ['double', 'triple', ...DIGITS.keys()].join('|');
const HINT = new RegExp(
  [
    FIRST_WORDS.join('|'),
    INSIDE,
    String.raw`\d{3}-\d\d-|(?:\d[ ./-]?){11}|[\w+/-]{16}|:\/\/[^\s/]{0,80}:|[A-Z]{2}\d\d ?[A-Z\d]{3}|BEGIN|eyJ|xox`,
    `(?:(?:${SPOKEN})[ ,-]+){5}`,
  ].join('|'),
  'iu',
);

/** A quick test that avoids the full search, because most talk contains nothing like a secret. */
export function mayHaveSecrets(text: string): boolean {
  return HINT.test(text);
}
