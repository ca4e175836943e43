import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';

/** One peak describes this much sound; a minute has 200 peaks. */
export const PEAK_MS = 300;
const SAMPLES = (SAMPLE_RATE * PEAK_MS) / 1000;
const LOUDEST = 32_768;

/** Measures the loudness of sound (16 kHz mono): 0 is silence, 255 is the loudest possible. */
export class PeakMeter {
  #loudest = 0;
  #count = 0;

  /** Returns the peaks that this sound completes. */
  write(pcm: Int16Array): number[] {
    const peaks: number[] = [];
    for (const sample of pcm) {
      const amplitude = Math.abs(sample);
      if (amplitude > this.#loudest) this.#loudest = amplitude;
      this.#count += 1;
      if (this.#count === SAMPLES) peaks.push(this.#take());
    }
    return peaks;
  }

  /** Returns the peak of the sound that follows the last complete peak. */
  end(): number[] {
    return this.#count > 0 ? [this.#take()] : [];
  }

  #take(): number {
    const peak = Math.round((this.#loudest / LOUDEST) * 255);
    this.#loudest = 0;
    this.#count = 0;
    return peak;
  }
}
