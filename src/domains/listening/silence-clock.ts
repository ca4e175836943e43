/**
 * Measures the seconds since somebody last spoke. While audio arrives, silence is measured in audio
 * time, so a slow network or a burst does not change it. While no audio arrives although the socket
 * is open, silence is measured in wall-clock time.
 */
export class SilenceClock {
  #silence = 0;
  #lastAudioAt: number;

  /** In this class, `now` is the wall-clock time in milliseconds. */
  constructor(now: number) {
    this.#lastAudioAt = now;
  }

  /**
   * Records that audio of this length arrived. `heard` tells whether the audio contained speech.
   */
  audio(seconds: number, now: number): void {
    this.#silence += Math.max(seconds, 0);
    this.#lastAudioAt = now;
  }

  /** Records that somebody speaks now, or that words arrived. */
  heard(now: number): void {
    this.#silence = 0;
    this.#lastAudioAt = now;
  }

  seconds(now: number): number {
    return this.#silence + (now - this.#lastAudioAt) / 1000;
  }
}
