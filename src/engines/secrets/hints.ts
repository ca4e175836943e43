import { CUES } from './cues.ts';

const OTHERS =
  `code passwort kennwort pin nummer vault safe gate door alarm keypad lock disarm garage intercom tür
  puerta`.split(/\s+/);
const FIRST_WORDS = [...new Set([...CUES.map(({ words }) => words[0]!), ...OTHERS])];
/** Three digits that are spoken, one after the other. */
const SPOKEN = `zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve`;
const HINT = new RegExp(
  [
    FIRST_WORDS.join('|'),
    String.raw`\d{3}-\d\d-|(?:\d[ -]?){11}|[\w+/-]{16}|:\/\/[^\s/]{0,80}:|[A-Z]{2}\d\d ?[A-Z\d]{3}|BEGIN|eyJ|xox`,
    `(?:(?:${SPOKEN})[ ,-]+){5}`,
  ].join('|'),
  'iu',
);

/** Most of what is said has nothing near a secret in it: a glance is enough. */
export function mayHaveSecrets(text: string): boolean {
  return HINT.test(text);
}
