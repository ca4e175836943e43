import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import { FRAME_SAMPLES, loudness } from '../voice-activity/frames.ts';

export interface SegmenterSettings {
  /** Speech begins after `startFrames` consecutive frames with at least this probability. */
  startProbability: number;
  startFrames: number;
  /** Speech ends when the probability stays below this value for `endSeconds`. */
  endProbability: number;
  endSeconds: number;
  /**
   * The sound that is kept before the first and after the last frame of speech, because it contains
   * soft consonants.
   */
  preRollSeconds: number;
  postRollSeconds: number;
  /** Longer speech is cut at the quietest frame of its last `cutWindowSeconds`. */
  longestSeconds: number;
  cutWindowSeconds: number;
  /** Shorter speech is a cough or a click, so it is dropped. */
  shortestSeconds: number;
}

const defaultSegmenter: SegmenterSettings = {
  startProbability: 0.5,
  startFrames: 2,
  endProbability: 0.35,
  endSeconds: 1,
  preRollSeconds: 0.32,
  postRollSeconds: 0.32,
  longestSeconds: 15,
  cutWindowSeconds: 2,
  shortestSeconds: 0.2,
};

/** A stretch of sound that contains speech, with the times of its first and last sample. */
export interface SpokenPiece {
  pcm: Int16Array;
  start: number;
  end: number;
}

/**
 * Cuts frames with known speech probability into pieces of speech. The segmenter measures time only
 * by the number of frames.
 *
 * While idle, the segmenter keeps the pre-roll. After speech begins, the segmenter keeps every
 * frame until enough silence, or too much speech, completes a piece.
 */
export class Segmenter {
  readonly #settings: SegmenterSettings;
  /** While idle: the pre-roll; while speaking: all frames since the start of the piece. */
  #frames: Int16Array[] = [];
  #framesSeen = 0;
  #speaking = false;
  /** While idle: the number of consecutive frames of speech so far. */
  #voicedRun = 0;
  /** While speaking: the indices in `#frames` of the first and the last frame of speech. */
  #firstVoiced = 0;
  #lastVoiced = 0;

  constructor(settings: Partial<SegmenterSettings> = {}) {
    this.#settings = { ...defaultSegmenter, ...settings };
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  /** Seconds of speech in a piece that has not ended. */
  get heldSeconds(): number {
    return this.#speaking ? seconds(this.#frames.length) : 0;
  }

  push(frame: Int16Array, probability: number): SpokenPiece | undefined {
    this.#frames.push(frame);
    this.#framesSeen += 1;
    return this.#speaking ? this.#whileSpeaking(probability) : this.#whileIdle(probability);
  }

  /** Ends the sound; returns the unfinished piece, if there is one. */
  flush(): SpokenPiece | undefined {
    return this.#speaking ? this.#end() : undefined;
  }

  /** Returns the sound of the piece that has not ended. */
  held(): SpokenPiece {
    return this.#pieceOf(this.#frames);
  }

  /**
   * Called after the frame that completes the post-roll; returns the piece that would result if the
   * speech ended here. The segmenter itself continues unchanged.
   */
  pause(): SpokenPiece | undefined {
    const silent = this.#frames.length - 1 - this.#lastVoiced;
    if (!this.#speaking || silent !== frames(this.#settings.postRollSeconds)) return undefined;
    return this.#pieceOf(this.#frames);
  }

  #whileIdle(probability: number): undefined {
    const { startProbability, startFrames, preRollSeconds } = this.#settings;
    this.#voicedRun = probability >= startProbability ? this.#voicedRun + 1 : 0;
    const kept = frames(preRollSeconds) + startFrames;
    this.#frames.splice(0, Math.max(0, this.#frames.length - kept));
    if (this.#voicedRun < startFrames) return;
    this.#speaking = true;
    this.#lastVoiced = this.#frames.length - 1;
    this.#firstVoiced = this.#frames.length - startFrames;
  }

  #whileSpeaking(probability: number): SpokenPiece | undefined {
    const { endProbability, endSeconds, longestSeconds } = this.#settings;
    const newest = this.#frames.length - 1;
    if (probability >= endProbability) this.#lastVoiced = newest;
    if (newest - this.#lastVoiced >= frames(endSeconds)) return this.#end();
    if (this.#frames.length >= frames(longestSeconds)) return this.#cut();
    return undefined;
  }

  #end(): SpokenPiece | undefined {
    const { postRollSeconds, shortestSeconds } = this.#settings;
    const spoken = this.#lastVoiced - this.#firstVoiced + 1;
    const length = Math.min(this.#frames.length, this.#lastVoiced + 1 + frames(postRollSeconds));
    const piece = this.#take(length);
    this.#speaking = false;
    this.#voicedRun = 0;
    return spoken >= frames(shortestSeconds) ? piece : undefined;
  }

  /** Cuts a piece that is too long; the next piece begins where this one ends. */
  #cut(): SpokenPiece {
    const window = frames(this.#settings.cutWindowSeconds);
    const from = Math.max(1, this.#frames.length - window);
    let quietest = from;
    for (let i = from, least = Infinity; i < this.#frames.length; i++) {
      const level = loudness(this.#frames[i]!);
      if (level < least) [quietest, least] = [i, level];
    }
    const lastVoiced = this.#lastVoiced - quietest;
    const piece = this.#take(quietest);
    this.#firstVoiced = 0;
    this.#lastVoiced = Math.max(0, lastVoiced);
    return piece;
  }

  /** Removes the first `count` frames and returns them as one piece. */
  #take(count: number): SpokenPiece {
    const piece = this.#pieceOf(this.#frames.slice(0, count));
    this.#frames.splice(0, count);
    return piece;
  }

  /** Makes a piece from the first kept frames. */
  #pieceOf(first: readonly Int16Array[]): SpokenPiece {
    const start = this.#framesSeen - this.#frames.length;
    const pcm = new Int16Array(first.length * FRAME_SAMPLES);
    for (const [i, frame] of first.entries()) pcm.set(frame, i * FRAME_SAMPLES);
    return { pcm, start: seconds(start), end: seconds(start + first.length) };
  }
}

function frames(seconds: number): number {
  return Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES);
}

function seconds(frames: number): number {
  return (frames * FRAME_SAMPLES) / SAMPLE_RATE;
}
