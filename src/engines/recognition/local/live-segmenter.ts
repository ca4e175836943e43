import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';
import { FRAME_SAMPLES } from '../../voice-activity/frames.ts';

/** The steps to perform with the sound of an utterance, in order. */
export type UtteranceStep =
  | { type: 'begin'; start: number }
  | { type: 'sound'; frame: Int16Array }
  /** Seconds of speech in the utterance. */
  | { type: 'end'; spoken: number };

interface Spoken {
  frames: number;
  voiced: number;
  /** Seconds of silence at the end. */
  silent: number;
}

/** Speech begins after two consecutive frames with at least this probability. */
const START_PROBABILITY = 0.5;
const START_FRAMES = 2;
/** Speech ends when the probability stays below this value for a while. */
const END_PROBABILITY = 0.35;
const END_SECONDS = 0.6;
/**
 * Sound that is kept around speech, because soft consonants come before the first and after the
 * last frame of speech.
 */
const PRE_ROLL_SECONDS = 0.32;
const POST_ROLL_SECONDS = 0.32;
/**
 * A long utterance is cut at the first breath after this time, and at the maximum length in any
 * case.
 */
const LONG_SECONDS = 12;
const BREATH_SECONDS = 0.16;
const LONGEST_SECONDS = 25;

/**
 * Cuts frames with known speech probability into utterances while people speak. Each frame is
 * passed on immediately and cannot be taken back. The segmenter measures time only by the number of
 * frames.
 */
export class LiveSegmenter {
  /**
   * While idle: the pre-roll. During speech: the silence after the post-roll, which may be the end
   * of the utterance.
   */
  #held: Int16Array[] = [];
  #seen = 0;
  #voicedRun = 0;
  /** The current utterance; undefined while idle. */
  #spoken: Spoken | undefined;

  push(frame: Int16Array, probability: number): UtteranceStep[] {
    this.#seen += 1;
    this.#held.push(frame);
    return this.#spoken
      ? this.#whileSpeaking(this.#spoken, probability)
      : this.#whileIdle(probability);
  }

  flush(): UtteranceStep[] {
    const spoken = this.#spoken;
    return spoken ? [...this.#handOut(), this.#end(spoken)] : [];
  }

  #whileIdle(probability: number): UtteranceStep[] {
    this.#voicedRun = probability >= START_PROBABILITY ? this.#voicedRun + 1 : 0;
    const kept = frames(PRE_ROLL_SECONDS) + START_FRAMES;
    this.#held.splice(0, this.#held.length - kept);
    if (this.#voicedRun < START_FRAMES) return [];
    this.#spoken = { frames: this.#held.length, voiced: START_FRAMES, silent: 0 };
    const start = seconds(this.#seen - this.#held.length);
    return [{ type: 'begin', start }, ...this.#handOut()];
  }

  #whileSpeaking(spoken: Spoken, probability: number): UtteranceStep[] {
    spoken.frames += 1;
    const isVoiced = probability >= END_PROBABILITY;
    spoken.silent = isVoiced ? 0 : spoken.silent + 1;
    if (isVoiced) spoken.voiced += 1;
    const length = seconds(spoken.frames);
    const enough = length >= LONG_SECONDS ? BREATH_SECONDS : END_SECONDS;
    const isOver = spoken.silent >= frames(enough) || length >= LONGEST_SECONDS;
    const sound = spoken.silent <= frames(POST_ROLL_SECONDS) ? this.#handOut() : [];
    return isOver ? [...sound, this.#end(spoken)] : sound;
  }

  #end({ voiced }: { voiced: number }): UtteranceStep {
    this.#spoken = undefined;
    this.#voicedRun = 0;
    return { type: 'end', spoken: seconds(voiced) };
  }

  #handOut(): UtteranceStep[] {
    return this.#held.splice(0).map((frame) => ({ type: 'sound', frame }));
  }
}

function frames(length: number): number {
  return Math.round((length * SAMPLE_RATE) / FRAME_SAMPLES);
}

function seconds(count: number): number {
  return (count * FRAME_SAMPLES) / SAMPLE_RATE;
}
