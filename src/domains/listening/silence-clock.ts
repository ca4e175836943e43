/**
 * Measures how long nobody has spoken, in seconds. While audio flows, silence is counted in audio
 * time, so that a slow network or a burst shifts nothing. While none flows (the socket is open but
 * mute), silence is counted in wall time.
 */
export class SilenceClock {
  #silence = 0;
  #lastAudioAt: number;

  /** In this class, `now` is always milliseconds of the wall clock. */
  constructor(now: number) {
    this.#lastAudioAt = now;
  }

  /** Notes that audio of this length arrived; `heard` says whether it was speech. */
  audio(seconds: number, now: number): void {
    this.#silence += Math.max(seconds, 0);
    this.#lastAudioAt = now;
  }

  /** Notes that somebody speaks now, or that words came. */
  heard(now: number): void {
    this.#silence = 0;
    this.#lastAudioAt = now;
  }

  seconds(now: number): number {
    return this.#silence + (now - this.#lastAudioAt) / 1000;
  }
}
