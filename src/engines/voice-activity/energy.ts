/**
 * The fallback when no neural detector loads: sound clearly louder than the room counts as speech.
 * On clean recordings it finds the same speech. With steady noise at 10 dB, half of the silence
 * counts as speech, so a conversation may end late.
 */

/** Level above the room, in dB, at which sound is a voice with probability one half. */
const MARGIN = 9;
/** Range in dB over which the probability rises from unlikely to likely. */
const SOFTNESS = 2;
/**
 * The room's level is the quietest moment of the last 8 seconds, because nobody speaks longer
 * without a breath.
 */
const MEMORY_FRAMES = 250;
const QUIETEST_ROOM = -65;
/** The assumed level at the start, so that a first word does not count as the room. */
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
