import { together } from './print.ts';
import type { VoicePrint, VoicePrinter } from './print.ts';

/**
 * Sorts pieces of sound into the two groups that differ most (agglomerative clustering by the
 * statistics of each group) and returns the similarity of the groups. Returns null when there are
 * fewer than two pieces.
 */
export function likenessOfHalves(
  printer: VoicePrinter,
  pieces: readonly VoicePrint[],
): number | null {
  const groups = [...pieces];
  if (groups.length < 2) return null;
  while (groups.length > 2) {
    let [closest, one, other] = [Number.NEGATIVE_INFINITY, 0, 1];
    for (let i = 0; i < groups.length; i += 1) {
      for (let j = i + 1; j < groups.length; j += 1) {
        const likeness = printer.likeness(groups[i]!, groups[j]!);
        if (likeness > closest) [closest, one, other] = [likeness, i, j];
      }
    }
    const [joined] = groups.splice(other, 1);
    groups[one] = together([groups[one]!, joined!])!;
  }
  return printer.likeness(groups[0]!, groups[1]!);
}
