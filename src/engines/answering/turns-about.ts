import { tellingTerms, termOf, wordsOf } from '../words/terms.ts';

/** The maximum number of turns that are moved to the front. */
const MAX_FIRST = 6;
/**
 * A turn also gets a share of the previous turn's score, because an answer may not repeat the words
 * of its question.
 */
const BY_THE_ONE_BEFORE = 0.5;

/** Moves the best-matching turns to the front; the other turns keep their order. */
export function turnsAbout<Turn extends { text: string }>(
  turns: readonly Turn[],
  question: string,
): Turn[] {
  const asked = new Set(tellingTerms(question));
  const said = turns.map(({ text }) => new Set(wordsOf(text).map(termOf)));
  const rarity = new Map(
    Array.from(asked, (term) => [term, 1 / (1 + said.filter((terms) => terms.has(term)).length)]),
  );
  const own = said.map((terms) =>
    [...rarity].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0),
  );
  const scores = own.map((score, place) => score + BY_THE_ONE_BEFORE * (own[place - 1] ?? 0));
  const best = [...scores.keys()]
    .toSorted((one, other) => scores[other]! - scores[one]! || one - other)
    .slice(0, MAX_FIRST);
  const rest = [...turns.keys()].filter((place) => !best.includes(place));
  return [...best, ...rest].map((place) => turns[place]!);
}
