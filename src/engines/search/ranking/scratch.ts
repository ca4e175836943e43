import type { TextIndex } from '../text-index.ts';

/** Working memory of the ranking: arrays with one number per document or group. */
export interface Scratch {
  /** The documents that may match; `seen` marks them. */
  touched: number[];
  seen: Uint8Array;
  turn: Float32Array;
  window: Float32Array;
  around: Float32Array;
  group: Float32Array;
  /** The scores of the documents that score high enough; 0 for all other documents. */
  score: Float32Array;
  /** The documents with a value in `around`. */
  reached: number[];
  /**
   * The number of occurrences of the current word in each document, and in the documents around it.
   */
  times: Float32Array;
  near: Float32Array;
  groupTimes: Float32Array;
}

let kept: Scratch | undefined;

/**
 * Returns zeroed arrays of sufficient size; reuses the arrays of the last call if they are large
 * enough.
 */
export function scratchFor({ documents, groups }: TextIndex): Scratch {
  if (kept && kept.turn.length >= documents && kept.group.length >= groups.length) {
    for (const document of kept.touched) {
      kept.turn[document] = kept.window[document] = kept.seen[document] = 0;
      kept.score[document] = 0;
    }
    for (const document of kept.reached) kept.around[document] = 0;
    kept.group.fill(0, 0, groups.length);
    kept.touched = [];
    kept.reached = [];
    return kept;
  }
  const [texts, wholes] = [documents * 2, groups.length * 2];
  kept = {
    touched: [],
    seen: new Uint8Array(texts),
    turn: new Float32Array(texts),
    window: new Float32Array(texts),
    around: new Float32Array(texts),
    score: new Float32Array(texts),
    group: new Float32Array(wholes),
    reached: [],
    times: new Float32Array(texts),
    near: new Float32Array(texts),
    groupTimes: new Float32Array(wholes),
  };
  return kept;
}
