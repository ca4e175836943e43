import { cosine, together } from './print.ts';
import type { VoiceLimits, VoicePrint } from './print.ts';

/** A shorter group may be an odd piece of another voice, and joins it if they are a little alike. */
const ODD_SECONDS = 4;
const [ODD_PIECES, ODD_LIKENESS] = [2, 0.25];
/**
 * The work grows with the square of the number of pieces. In a longer conversation, the longest
 * pieces form the groups, and each other piece joins the most similar group.
 */
const MAX_PIECES = 500;

/**
 * Groups the pieces of a conversation by their voices. Repeatedly joins the two groups whose pieces
 * are most alike on average, down to `limits.same`. Returns the places of the pieces in each group,
 * in the order of the first pieces.
 */
export function groupVoices(prints: readonly VoicePrint[], { same }: VoiceLimits): number[][] {
  const longest = [...prints.keys()]
    .toSorted((a, b) => prints[b]!.seconds - prints[a]!.seconds)
    .slice(0, MAX_PIECES)
    .toSorted((a, b) => a - b);
  const groups = withoutOdd(averageLinkage(longest, prints, same), prints);
  const chosen = new Set(longest);
  const sums = groups.map((group) => sumOf(group, prints));
  for (const at of prints.keys()) {
    if (!chosen.has(at)) groups[mostAlike(prints[at]!, sums)]!.push(at);
  }
  return groups.map((group) => group.toSorted((a, b) => a - b)).toSorted((a, b) => a[0]! - b[0]!);
}

export function sumOf(group: readonly number[], prints: readonly VoicePrint[]): VoicePrint {
  return together(group.map((at) => prints[at]!))!;
}

/** A pair of rows has the sum of the likenesses of all pieces of one with all of the other. */
function averageLinkage(
  places: readonly number[],
  prints: readonly VoicePrint[],
  limit: number,
): number[][] {
  const groups: (number[] | null)[] = places.map((at) => [at]);
  const sums = places.map((one) =>
    Float64Array.from(places, (other) =>
      cosine(prints[one]!.statistics, prints[other]!.statistics),
    ),
  );
  const average = (one: number, other: number) =>
    sums[one]![other]! / (groups[one]!.length * groups[other]!.length);
  const nearest = (one: number): number => {
    let best = -1;
    for (let other = 0; other < groups.length; other += 1) {
      if (other === one || !groups[other]) continue;
      if (best < 0 || average(one, other) > average(one, best)) best = other;
    }
    return best;
  };
  const neighbours = groups.map((_, at) => nearest(at));
  for (;;) {
    let [most, into] = [limit, -1];
    for (const [at, other] of neighbours.entries()) {
      if (!groups[at] || other < 0) continue;
      const likeness = average(at, other);
      if (likeness >= most) [most, into] = [likeness, at];
    }
    if (into < 0) return groups.filter((group) => group !== null);
    const from = neighbours[into]!;
    for (let at = 0; at < groups.length; at += 1) {
      sums[into]![at]! += sums[from]![at]!;
      sums[at]![into] = sums[into]![at]!;
    }
    groups[into] = [...groups[into]!, ...groups[from]!];
    groups[from] = null;
    for (const [at, other] of neighbours.entries()) {
      if (groups[at] && (at === into || other === into || other === from)) {
        neighbours[at] = nearest(at);
      }
    }
  }
}

/** Joins groups of a few seconds with the voice that is most like them. */
function withoutOdd(groups: readonly number[][], prints: readonly VoicePrint[]): number[][] {
  const isOdd = (group: readonly number[]) =>
    group.length <= ODD_PIECES && secondsOf(group, prints) < ODD_SECONDS;
  const voices = groups.filter((group) => !isOdd(group));
  const kept = voices.map((group) => [...group]);
  for (const odd of groups.filter(isOdd)) {
    const likeness = voices.map((group) => averageLikeness(odd, group, prints));
    const best = likeness.indexOf(Math.max(...likeness));
    if (best >= 0 && likeness[best]! >= ODD_LIKENESS) kept[best]!.push(...odd);
    else kept.push([...odd]);
  }
  return kept;
}

function averageLikeness(
  one: readonly number[],
  other: readonly number[],
  prints: readonly VoicePrint[],
): number {
  let sum = 0;
  for (const a of one) {
    for (const b of other) sum += cosine(prints[a]!.statistics, prints[b]!.statistics);
  }
  return sum / (one.length * other.length);
}

function secondsOf(group: readonly number[], prints: readonly VoicePrint[]): number {
  return group.reduce((sum, at) => sum + prints[at]!.seconds, 0);
}

function mostAlike(print: VoicePrint, sums: readonly VoicePrint[]): number {
  const likeness = sums.map((sum) => cosine(print.statistics, sum.statistics));
  return likeness.indexOf(Math.max(...likeness));
}
