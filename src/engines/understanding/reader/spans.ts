/** Finds the words of a sentence that say the task, the appointment or the fact. */
import { tokenFeatures, type Prepared } from './features.ts';
import { hashed, scores, type LinearModel } from './model.ts';
import type { Unit } from './units.ts';

export const TAGS = ['out', 'begin', 'in'] as const;

/** Tokens of a unit, from the first to the one after the last. */
export interface Span {
  from: number;
  to: number;
}

/** Returns the likeliest spans of a sentence, by Viterbi: `in` stands only after `begin` or `in`. */
export function spansOf(unit: Unit, all: Prepared, model: LinearModel): Span[] {
  const rows = unit.tokens.map((_, at) => scores(model, hashed(tokenFeatures(at, unit, all))));
  const [OUT, BEGIN, IN] = [0, 1, 2];
  let best = [rows[0]![OUT]!, rows[0]![BEGIN]!, -Infinity];
  const from: number[][] = [];
  for (const row of rows.slice(1)) {
    const open = best[BEGIN]! >= best[IN]! ? BEGIN : IN;
    const any = best[OUT]! >= best[open]! ? OUT : open;
    from.push([any, any, open]);
    best = [best[any]! + row[OUT]!, best[any]! + row[BEGIN]!, best[open]! + row[IN]!];
  }
  let tag = best.indexOf(Math.max(...best));
  const tags = [tag];
  for (const steps of from.toReversed()) tags.unshift((tag = steps[tag]!));
  const spans: Span[] = [];
  for (const [at, each] of tags.entries()) {
    if (each === BEGIN) spans.push({ from: at, to: at + 1 });
    else if (each === IN) spans.at(-1)!.to = at + 1;
  }
  return spans;
}
