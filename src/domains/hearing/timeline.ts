/**
 * Converts the audio time of a device to wall-clock time.
 *
 * Audio time is the length of the audio itself, so a slow network or a burst does not change it. If
 * a device sends nothing for a while (because its microphone was off) or has a slow clock, its
 * audio time falls behind the wall clock, and later words would get times that are too early. A gap
 * and a network outage look alike at first. After an outage, the audio arrives faster than it was
 * spoken until it has caught up. After a gap, it arrives at normal speed and stays behind. Audio
 * that is ahead of the wall clock is not corrected.
 */

/** The network causes smaller delays. */
const BEHIND_MS = 1_000;
/**
 * A delay must last this long before it counts as a gap. Words get the corrected time only after
 * this period.
 */
const WATCHED_MS = 1_500;
/** A delay that shrinks by this much was an outage, not a gap. */
const CAUGHT_UP_MS = 250;

interface Anchor {
  /** The second of audio from which `zero` applies. */
  audio: number;
  /** The wall-clock time (ms) that second 0 would have. */
  zero: number;
}

interface Gap {
  /** The second of audio at which the delay began. */
  audio: number;
  since: number;
  first: number;
  least: number;
}

export class Timeline {
  readonly #anchors: [Anchor, ...Anchor[]];
  #audio = 0;
  #gap: Gap | undefined;

  /** `zero` is the wall clock (ms) of second 0. */
  constructor(zero: number) {
    this.#anchors = [{ audio: 0, zero }];
  }

  /** Records that the audio up to this second arrived at this wall clock time (ms). */
  arrived(audio: number, now: number): void {
    const behind = now - this.wall(audio);
    if (behind <= BEHIND_MS) this.#gap = undefined;
    else if (!this.#gap || behind < this.#gap.first - CAUGHT_UP_MS) {
      const began = this.#gap?.audio ?? this.#audio;
      this.#gap = { audio: began, since: now, first: behind, least: behind };
    } else {
      this.#gap.least = Math.min(this.#gap.least, behind);
      if (now - this.#gap.since >= WATCHED_MS) this.#skip(this.#gap);
    }
    this.#audio = audio;
  }

  /** Sets the wall clock time (ms) of the audio from this second on. */
  set(audio: number, wall: number): void {
    this.#anchors.push({ audio, zero: wall - audio * 1000 });
  }

  /** Returns the wall clock time (ms) of a second of audio. */
  wall(audio: number): number {
    const anchor = this.#anchors.findLast((each) => each.audio <= audio) ?? this.#anchors[0];
    return anchor.zero + audio * 1000;
  }

  /** Returns the second of audio that has this wall clock time (ms). */
  audio(wall: number): number {
    const began = (each: Anchor) => each.zero + each.audio * 1000;
    const anchor = this.#anchors.findLast((each) => began(each) <= wall) ?? this.#anchors[0];
    return (wall - anchor.zero) / 1000;
  }

  #skip({ audio, least }: Gap): void {
    this.#anchors.push({ audio, zero: this.#anchors.at(-1)!.zero + least });
    this.#gap = undefined;
  }
}
