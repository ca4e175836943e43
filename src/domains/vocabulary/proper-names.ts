/** Finds proper names in short texts by their capital letters. */
import { wordList } from '../../core/text.ts';

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*|[.!?:;,()"“”]/gu;
const CAPITAL = /^\p{Lu}[\p{L}\p{M}'’-]+$/u;
const MAX_PARTS = 3;

/** Words with capital letters that name nothing of the user's own. */
const NO_NAMES = new Set(
  wordList(`
    i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday january february march
    april may june july august september october november december english german french spanish
    italian portuguese christmas easter
  `),
);

/** In German, all nouns have capital letters, so only words after these are taken for names. */
const GERMAN = /\b(?:der|die|das|und|ist|nicht|ein|eine|ich|mit|hat|sie|wir|zu|im|am)\b/giu;
const GERMAN_OPENINGS = new Set(wordList('heißt namens herr herrn frau dr prof onkel tante'));
const MIN_GERMAN_WORDS = 2;

/** Returns the names in the texts, the most frequent first. */
export function properNames(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const name of new Set(namesIn(text))) counts.set(name, 1 + (counts.get(name) ?? 0));
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

function namesIn(text: string): string[] {
  const isGerman = (text.match(GERMAN) ?? []).length >= MIN_GERMAN_WORDS;
  const tokens = text.match(WORDS) ?? [];
  const names: string[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    const before = tokens[at - 1]!;
    if (!isName(tokens[at]!) || /^[.!?:"“”]/u.test(before)) continue;
    if (isGerman && !GERMAN_OPENINGS.has(before.toLowerCase())) continue;
    let end = at + 1;
    while (end < at + MAX_PARTS && tokens[end] !== undefined && isName(tokens[end]!)) end += 1;
    names.push(
      tokens
        .slice(at, end)
        .join(' ')
        .replace(/['’]s$/u, ''),
    );
    at = end - 1;
  }
  return names;
}

function isName(token: string): boolean {
  const word = token.toLowerCase().replaceAll('’', "'");
  return CAPITAL.test(token) && !NO_NAMES.has(word) && !GERMAN_OPENINGS.has(word);
}
