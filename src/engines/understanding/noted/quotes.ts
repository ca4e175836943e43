/** Chooses the sentences that say best, in the words of the talk, what it is about. */
import type { Prepared } from '../reader/features.ts';
import { hashed, scores } from '../reader/model.ts';
import { bucketOf } from '../reader/steps.ts';
import type { Unit } from '../reader/units.ts';
import { bare } from '../rules/bare.ts';
import { isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { UNCLEAR } from '../without-doubtful-words.ts';
import type { Heard } from './heard.ts';

const LONGEST_QUOTE = 160;
const MIN_WORDS = 4;

export const isQuotable = ({ tokens, text }: Unit): boolean =>
  tokens.length >= MIN_WORDS && !text.includes(UNCLEAR);

/**
 * Describes each sentence to the model `quote`, besides the features that the model `items` knows.
 */
export function quoteFeatures({ units }: Pick<Prepared, 'units'>): Map<Unit, string[]> {
  const content = new Map(units.map((unit) => [unit, new Set(contentOf(unit.text))]));
  const counts = new Map<string, number>();
  for (const words of content.values())
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    units.map((unit) => {
      const words = [...content.get(unit)!];
      const repeated = words.filter((word) => counts.get(word)! > 1).length;
      return [
        unit,
        [
          `content words ${Math.min(MAX_WORDS, words.length)}`,
          `repeated words ${Math.min(MAX_REPEATED, repeated)}`,
          `part of the talk ${bucketOf(unit.index / units.length, PARTS)}`,
        ],
      ];
    }),
  );
}

const MAX_WORDS = 12;
const MAX_REPEATED = 4;
const PARTS = [0.1, 0.2, 0.35, 0.5, 0.75];

/** `told` are the segments whose words the overview already contains. */
export function quotesFrom(
  { read: { all, features }, reader, names, segments, speakers }: Heard,
  told: ReadonlySet<string | null | undefined>,
  most: number,
): string[] {
  const model = reader.models.get('quote')!;
  const more = quoteFeatures(all);
  const untold = all.units.filter((unit) => isQuotable(unit) && !told.has(segments[unit.turn]!.id));
  // A question says little without its answer.
  const statements = untold.filter(({ text }) => !text.endsWith('?'));
  const rated = (statements.length >= most ? statements : untold).map((unit) => {
    const own = new Set([...features.get(unit)!, ...hashed(more.get(unit)!)]);
    return { unit, score: scores(model, own)[0]! };
  });
  const chosen = rated
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .toSorted((one, other) => one.unit.index - other.unit.index);
  return chosen.map(({ unit }) => {
    const said = shortened(unit.text, LONGEST_QUOTE);
    return speakers.length > 1 ? `${names[unit.turn]!}: “${said}”` : `“${said}”`;
  });
}

const contentOf = (text: string): string[] =>
  wordsOf(bare(text)).filter((word) => !isStopWord(word) && word.length > 2);
