/**
 * The fallback that is used when the neural detector does not load. Sound that is clearly louder
 * than the background counts as speech. On clean recordings, the fallback finds the same speech.
 * With constant noise at 10 dB, half of the silence counts as speech, so a conversation may end
 * late.
 */

/** The level above the background, in dB, at which the probability of speech is one half. */
const MARGIN = 9;
/** The range in dB in which the probability rises from unlikely to likely. */
const SOFTNESS = 2;
/**
 * The background level is the quietest moment of the last 8 seconds, because nobody speaks longer
 * without a breath.
 */
const MEMORY_FRAMES = 250;
const QUIETEST_ROOM = -65;
/**
 * The assumed background level at the start, so that the first word is not mistaken for background.
 */
const FIRST_ROOM = -45;

/** Computes the probability of speech for the frames of one stream, in order. */
export class EnergyDetector {
  readonly #levels: number[] = [FIRST_ROOM];
  #next = 1;
  #smooth = FIRST_ROOM;

  /** `loudness` is in dB of full scale. */
  judge(loudness: number): number {
    const level = Math.max(loudness, QUIETEST_ROOM);
    this.#smooth += (level - this.#smooth) / 2;
    this.#levels[this.#next] = this.#smooth;
    this.#next = (this.#next + 1) % MEMORY_FRAMES;
    const room = Math.min(...this.#levels);
    return 1 / (1 + Math.exp(-(this.#smooth - room - MARGIN) / SOFTNESS));
  }
}
