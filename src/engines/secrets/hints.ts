import { CUES, LOGINS } from './cues.ts';
import { DIGITS } from './number-words.ts';

const OTHERS =
  `code passwort kennwort pin nummer vault safe gate door alarm keypad lock disarm garage intercom bell buzzer
  tür tor klingel puerta cerradura timbre porte portail serrure porta portão fechadura`.split(
    /\s+/,
  );
/** Matches English and German words for "in": "to get in", "gets you into", "komm rein". */
const INTO = String.raw`\b(?:in|into|inside|rein|hinein)\b`;
const INSIDE = String.raw`${INTO}[^.?!]{0,40}\d{3}|\d(?:[ -]?\d){2}[^.?!]{0,40}${INTO}`;
const FIRST_WORDS = [
  ...new Set([
    ...CUES.map(({ words }) => words[0]!),
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
