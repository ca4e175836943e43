import type { TextIndex } from '../text-index.ts';

/** What ranking adds up in: one number per document or group. */
export interface Scratch {
  /** Documents that are worth looking at, and whether one is among them. */
  touched: number[];
  seen: Uint8Array;
  turn: Float32Array;
  window: Float32Array;
  around: Float32Array;
  group: Float32Array;
  /** Of documents that say enough; of others it is 0. */
  score: Float32Array;
  /** Documents that have got something in `around`. */
  reached: number[];
  /** How often each document says the word that is being looked at; and those around it. */
  times: Float32Array;
  near: Float32Array;
  groupTimes: Float32Array;
}

let kept: Scratch | undefined;

/** Zeroed arrays that are large enough; the ones of the last call, when they are. */
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
