import { FRAME_SAMPLES } from '../voice-activity/frames.ts';
import { SAMPLE_RATE } from './recogniser.ts';

const EVERY_SECONDS = 0.25;
const SPEECH = 0.5;
/**
 * The minimum number of consecutive frames of speech. Noise sometimes resembles a voice for a
 * moment.
 */
const RUN = 3;

/** Limits the `speech` events of a session to four per second of speech. */
export class SpeechPulse {
  #frames = 0;
  #run = 0;
  #last = -Infinity;

  /** Counts a frame; returns the time of a speech event when one is due. */
  hear(probability: number): number | undefined {
    this.#frames += 1;
    const at = (this.#frames * FRAME_SAMPLES) / SAMPLE_RATE;
    this.#run = probability >= SPEECH ? this.#run + 1 : 0;
    return this.#run >= RUN && this.due(at) ? at : undefined;
  }

  /** Returns true when enough time has passed since the last speech event. */
  due(at: number): boolean {
    if (at - this.#last < EVERY_SECONDS) return false;
    this.#last = at;
    return true;
  }
}
