/**
 * Measures how long nobody has spoken, in seconds. While audio arrives, silence is counted in audio
 * time, so that a slow network or a burst shifts nothing. While none arrives (the socket is open
 * but mute), silence is counted in wall time.
 */
export class SilenceClock {
  #silence = 0;
  #lastAudioAt: number;

  /** In this class, `now` is the wall clock in milliseconds. */
  constructor(now: number) {
    this.#lastAudioAt = now;
  }

  /** Records that audio of this length arrived, and in `heard` whether it was speech. */
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
