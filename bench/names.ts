/**
 * Counts how many words of the example talks become a name although nobody said the name: the
 * recogniser is unsure of every word, and the list has common first names. Prints each change, so
 * that a person can judge them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordList } from '../src/core/text.ts';
import { nameCorrector } from '../src/engines/recognition/name-correction.ts';

const NAMES = wordList(`
  Alan Ana Andrew Barry Ben Berlin Beth Bette Betty Bill Cameron Carrie Cathy Cindy Clara Commalise Dana
  Dina Ellen Emma Faro Felix Gary Hal Hank Hannah Harry Ian Joan John Jonas Jürgen Karl Kate Katie
  Keith Kerry Kim Kubernetes Lara Larry Laura Leah Lena Lewis Lisbon Louis Luca Maria Mark Marta Mary
  Matthew Mattie May Mia Noah Nora Núñez Paul Perry Pete Peter Porto Rita Roddy Rosa Rui Ruth Sarah
  Schmidt Schneider Sean Seth Sofia Tara Teresa Terry Thomas Tim Tom Wade Walter Wanda Wendy Will
`);
const TALKS = fileURLToPath(new URL('../training/talks/', import.meta.url));
const WORDS_OF_UTTERANCE = 15;
const MAX_WORDS = 40_000;

const correct = nameCorrector(NAMES);
let [all, changed] = [0, 0];
for (const language of ['en', 'de', 'es']) {
  const words = wordsOf(language);
  const counts = new Map<string, number>();
  const before = performance.now();
  for (let at = 0; at < words.length; at += WORDS_OF_UTTERANCE) {
    const said = words.slice(at, at + WORDS_OF_UTTERANCE);
    const times = said.map((text, place) => ({ text, start: place, end: place + 1 }));
    const unsure = times.map((word) => ({ ...word, confidence: 0.1 }));
    const text = said.join(' ');
    const after = correct({ id: '', text, start: 0, end: said.length, words: unsure });
    for (const { start, end, text: name } of after.words) {
      const heard = said.slice(Math.round(start), Math.round(end)).join(' ');
      if (heard === name) continue;
      const change = `${heard} → ${name}`;
      counts.set(change, 1 + (counts.get(change) ?? 0));
    }
  }
  const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const ms = Math.round(((performance.now() - before) / words.length) * 1e6) / 1e3;
  console.log(`\n${language}: ${count} of ${words.length} unsure words changed, ${ms} µs a word`);
  const often = [...counts].toSorted(([, one], [, other]) => other - one);
  for (const [change, times] of often) console.log(`${String(times).padStart(4)}  ${change}`);
  all += words.length;
  changed += count;
}
console.log(`\n${NAMES.length} names: ${changed} of ${all} unsure words changed`);

/** Returns the words of the talks in a language, with their punctuation. */
function wordsOf(language: string): string[] {
  const files = readdirSync(TALKS).filter((name) => name.startsWith(`${language}-`));
  const text = files.toSorted().map((name) => readFileSync(TALKS + name, 'utf8'));
  const words = text.join('\n').split(/\s+/);
  return words.filter((word) => /^[\p{L}'’,.!?;:-]+$/u.test(word)).slice(0, MAX_WORDS);
}
