/** Words that decide what a clause says: "no" in "No me gusta el pescado", "20 mg" in "20 mg of the syrup". */
import { alternatives } from '../../../../core/text.ts';
import type { Sentence } from '../../../reading/talk.ts';

/** Words that turn a clause into its opposite, or nearly. */
const TURNS = new RegExp(
  `^(?:${alternatives(String.raw`
  no not never none neither nor nobody nothing cannot without hardly barely rarely seldom \p{L}+n['’]t
  nicht nichts nie niemals niemand nirgends kein(?:e[nmrs]?|s)? weder ohne kaum selten
  nunca jamás tampoco ningun[oa]s? ningún nada nadie ni sin apenas
  if unless maybe perhaps probably wenn falls vielleicht wahrscheinlich si quizás? tal
  only nur solo sólo solamente no-longer`)})$`,
  'u',
);
const COUNTS = new RegExp(
  String.raw`^(?:\p{N}.*|${alternatives(String.raw`
  half two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred twice
  halbe[nrs]? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert zweimal
  medi[oa] dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cien`)})$`,
  'u',
);
const OF = /^(?:of|von|vom|de|del)$/u;
/** Without marks, a word further away belongs to something else. */
const NEAR = 6;
/** Clauses of more words are not taken as a whole. */
const MOST_WORDS = 26;

interface Run {
  from: number;
  to: number;
}

/**
 * Returns a run of words, or the whole clause when a word of it outside the run decides what it says: one that negates
 * or restricts it, or a number. `clauseOf` gives the clause of a token.
 */
export function withDeciding(
  { unit: { tokens } }: Pick<Sentence, 'unit'>,
  run: Run,
  clauseOf: (at: number) => Run,
): Run {
  const { from } = clauseOf(run.from);
  const { to } = clauseOf(run.to - 1);
  const decides = ({ word }: { word: string }) => TURNS.test(word) || COUNTS.test(word);
  const before = tokens.slice(Math.max(from, run.from - NEAR), run.from);
  const behind = tokens.slice(run.to, Math.min(to, run.to + NEAR));
  const first = tokens[run.from]!.word;
  // "Kein Fleisch" and "of ramipril" need their verb.
  const isLoose = TURNS.test(first) || OF.test(first);
  if (!isLoose && ![...before, ...behind].some(decides)) return run;
  if (to - from <= MOST_WORDS) return { from, to };
  const [one, other] = [before.findIndex(decides), behind.findLastIndex(decides)];
  return { from: one < 0 ? run.from : run.from - before.length + one, to: run.to + other + 1 };
}
