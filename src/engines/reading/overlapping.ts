/**
 * Cuts a row of items into stretches that overlap: each has at most `longest` together, or is one
 * longer item, and begins with the last items of the one before that have at most `overlap`
 * together. Returns the first item of each stretch and the one after its last.
 */
export function overlapping(
  sizes: readonly number[],
  { longest, overlap }: { longest: number; overlap: number },
): [from: number, to: number][] {
  const cuts: [number, number][] = [];
  let from = 0;
  while (from < sizes.length) {
    let to = from;
    for (let size = 0; to < sizes.length; to += 1) {
      size += sizes[to]!;
      if (size > longest && to > from) break;
    }
    cuts.push([from, to]);
    if (to === sizes.length) break;
    let next = to;
    for (let kept = 0; next > from + 1; next -= 1) {
      kept += sizes[next - 1]!;
      if (kept > overlap) break;
    }
    from = next;
  }
  return cuts;
}
