import { FRAME_SAMPLES } from '../audio/voice-activity/frames.ts';
import { SAMPLE_RATE } from './recogniser.ts';

const EVERY_SECONDS = 0.25;
const SPEECH = 0.5;

/**
 * Turns judged frames into the `speech` events of a session: at most four for each second of
 * speech, none in silence. Gives the time of the event, if this frame is worth one.
 */
export class SpeechPulse {
  #frames = 0;
  #last = -Infinity;

  hear(probability: number): number | undefined {
    this.#frames += 1;
    const at = (this.#frames * FRAME_SAMPLES) / SAMPLE_RATE;
    if (probability < SPEECH || at - this.#last < EVERY_SECONDS) return undefined;
    this.#last = at;
    return at;
  }
}
