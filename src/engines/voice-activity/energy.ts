/**
 * The fallback where no neural detector loads: sound clearly louder than the room counts as speech.
 * On clean recordings it finds the same speech; with steady noise at 10 dB it takes half of the
 * silence for speech, so a conversation may end late.
 */

/** Level of a voice above the room, in dB, at probability one half. */
const MARGIN = 9;
/** dB in which the probability goes from unlikely to likely. */
const SOFTNESS = 2;
/**
 * The room's level is the quietest moment of the last 8 seconds: nobody speaks longer without a
 * breath.
 */
const MEMORY_FRAMES = 250;
const QUIETEST_ROOM = -65;
/** The assumed level at the start; a first word must not be taken for the room. */
const FIRST_ROOM = -45;

/** Judges the frames of one stream, in order. */
export class EnergyDetector {
  readonly #levels: number[] = [FIRST_ROOM];
  #next = 1;
  #smooth = FIRST_ROOM;

  /** `loudness` in dB of full scale. */
  judge(loudness: number): number {
    const level = Math.max(loudness, QUIETEST_ROOM);
    this.#smooth += (level - this.#smooth) / 2;
    this.#levels[this.#next] = this.#smooth;
    this.#next = (this.#next + 1) % MEMORY_FRAMES;
    const room = Math.min(...this.#levels);
    return 1 / (1 + Math.exp(-(this.#smooth - room - MARGIN) / SOFTNESS));
  }
}
