/** What the network learns from a question: the pieces of its talk that answer, or that none do. */
import { chunksOf, questionOf } from '../../src/engines/reading/input.ts';
import { unitsOf } from '../../src/engines/words/units.ts';
import type { Talk } from '../talks.ts';
import { pieces, piecesIn, spokenOf, stemsOf, wordsIn, type Place } from './places.ts';

/** A question with the chunks of its talk, each with the pieces that answer. */
export function questionExamples(
  talk: Talk,
  questions: readonly { text: string; place: Place | null; verdict: 'yes' | 'no' | null }[],
) {
  const spoken = spokenOf(talk);
  const units = unitsOf(spoken);
  const chunks = chunksOf(spoken, units, pieces);
  return questions.map(({ text, place, verdict }) => ({
    id: `${talk.batch}/${talk.slug}`,
    language: talk.language,
    question: questionOf(text, pieces),
    verdict: verdict === null ? 0 : verdict === 'yes' ? 1 : 2,
    isAnswered: place !== null,
    passages: chunks.map((chunk) => ({
      ids: chunk.ids.slice(1),
      units: chunk.units.map(({ from, to }) => [from - 1, to - 1]),
      answer: (place && piecesIn(chunk, units, place)?.map((at) => at - 1)) ?? null,
    })),
    records: place ? recordsFor(talk, place) : [],
  }));
}

/** The facts, tasks and appointments that say the answer, too. */
function recordsFor(talk: Talk, { turn, start, end }: Place) {
  const wanted = stemsOf(talk.turns[turn]!.text.slice(start, end));
  const texts = [
    ...talk.facts
      .filter(({ turns, subject }) => turns.includes(turn + 1) && subject === 'user')
      .map(({ value }) => value),
    ...talk.tasks.filter(({ turns }) => turns.includes(turn + 1)).map(({ what }) => what),
  ].map((text) => text.charAt(0).toUpperCase() + text.slice(1));
  return texts.flatMap((text) => {
    const stems = stemsOf(text);
    if (wanted.size === 0 || [...wanted].some((stem) => !stems.has(stem))) return [];
    const places = wordsIn(text).filter(({ stem }) => stem !== null && wanted.has(stem));
    const [from, to] = [places[0]!.start, places.at(-1)!.end];
    const own = pieces.of(text);
    const inside = own.flatMap((piece, at) => (piece.start < to && piece.end > from ? [at] : []));
    return [
      {
        ids: [pieces.separator, ...own.map(({ id }) => id)],
        answer: [inside[0]! + 1, inside.at(-1)! + 2],
      },
    ];
  });
}

export function alternativesIn(talk: Talk, answers: readonly string[]): Place | null | undefined {
  if (answers.length === 0) return null;
  for (const answer of answers) {
    for (const [turn, { text }] of talk.turns.entries()) {
      const start = text.toLowerCase().indexOf(answer.toLowerCase());
      if (start >= 0) return { turn, start, end: start + answer.length };
    }
  }
  return undefined;
}
