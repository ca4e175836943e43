/** Says how well models judge what they did not learn from. */
import { chanceOf } from '../src/engines/understanding/reader/model.ts';

export interface Judged {
  labels: readonly string[];
  scores: Float64Array;
}

const curves = new Map<string, { chance: number; precision: number; recall: number }[]>();

export function report(name: string, judged: readonly Judged[], labels: readonly string[]): void {
  for (const [at, label] of labels.entries()) {
    const ranked = judged
      .map(({ labels: right, scores: each }) => ({
        isRight: right.includes(label),
        chance: chanceOf(each[at]!),
      }))
      .toSorted((one, other) => other.chance - one.chance);
    const all = ranked.filter(({ isRight }) => isRight).length;
    let right = 0;
    let area = 0;
    const curve = ranked.map(({ isRight, chance }, place) => {
      if (isRight) area += (right += 1) / (place + 1);
      return { chance, precision: right / (place + 1), recall: right / all };
    });
    curves.set(`${name} ${label}`, curve);
    if (labels.length > 12) continue;
    const best = curve.reduce((one, other) => (f1(other) > f1(one) ? other : one), curve[0]!);
    const strict = curve.findLast(({ precision }) => precision >= 0.7);
    console.log(
      `${name} ${label}: ${all} examples, average precision ${percent(area / all)}, best F1 ${percent(f1(best))} ` +
        `(precision ${percent(best.precision)}, recall ${percent(best.recall)}, from ${best.chance.toFixed(2)}), ` +
        `recall at precision 70: ${percent(strict?.recall ?? 0)} from ${strict?.chance.toFixed(2)}`,
    );
  }
}

/** Prints how often a choice is right. */
export function reportChoices(name: string, rights: readonly boolean[]): void {
  const share = rights.filter(Boolean).length / rights.length;
  console.log(`${name}: the first choice is right in ${percent(share)} of ${rights.length}`);
}

const f1 = ({ precision, recall }: { precision: number; recall: number }) =>
  precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
export const percent = (value: number) => `${Math.round(value * 100)} %`;

/** The lowest chance at which what is kept is right so often. */
export function boundFor(curve: string, precision: number): number {
  const points = curves.get(curve)!.filter((point) => point.recall > 0.03);
  const bound =
    points.findLast((point) => point.precision >= precision) ??
    points.toSorted((a, b) => b.precision - a.precision)[0]!;
  return Number(bound.chance.toFixed(3));
}
