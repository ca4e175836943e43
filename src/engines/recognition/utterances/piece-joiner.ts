import type { SpokenPiece } from '../../audio/segmenter.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';

/** Two pieces are joined if the silence between them is at most this many seconds. */
const WIDEST_GAP = 2;
/** The maximum length of a joined piece. */
const LONGEST = 30;

/**
 * Joins waiting pieces when the engine is far behind, because fewer and longer utterances take less
 * time. One piece is held back in case the next one can be joined to it.
 */
export class PieceJoiner {
  #held: SpokenPiece | undefined;

  get heldSamples(): number {
    return this.#held?.pcm.length ?? 0;
  }

  /** Returns the pieces that are ready for the engine. */
  push(piece: SpokenPiece, isFarBehind: boolean): SpokenPiece[] {
    const before = this.take();
    const joined = before && join(before, piece);
    if (isFarBehind) {
      this.#held = joined ?? piece;
      return before && !joined ? [before] : [];
    }
    if (joined) return [joined];
    return before ? [before, piece] : [piece];
  }

  /** Returns the piece that was held back; no later piece can be joined to it. */
  take(): SpokenPiece | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }
}

/**
 * Joins two pieces with the silence between them; undefined when the silence or the result is too
 * long.
 */
function join(first: SpokenPiece, second: SpokenPiece): SpokenPiece | undefined {
  const gap = second.start - first.end;
  if (gap < 0 || gap > WIDEST_GAP || second.end - first.start > LONGEST) return undefined;
  const at = Math.round((second.start - first.start) * SAMPLE_RATE);
  const pcm = new Int16Array(at + second.pcm.length);
  pcm.set(first.pcm);
  pcm.set(second.pcm, at);
  return { pcm, start: first.start, end: second.end };
}
