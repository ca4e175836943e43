/**
 * Maps the audio clock of a device to the wall clock.
 *
 * Audio is timed by its own length, so a slow network or a burst shifts nothing. A device that
 * sends nothing for a while (its microphone was off) or has a slow clock stays behind the wall
 * clock from then on, and later words would get times that are too early. The two cases look alike
 * at first: after an outage the audio comes faster than it was spoken until it has caught up; after
 * a gap it comes at its usual pace and stays behind. Audio ahead of the wall clock is not
 * corrected.
 */

/** Smaller delays are caused by the network. */
const BEHIND_MS = 1_000;
/**
 * A delay is watched for this long before it counts as a gap. Words get the corrected time only
 * after this wait.
 */
const WATCHED_MS = 1_500;
/** When a delay shrinks by this much, it was an outage, not a gap. */
const CAUGHT_UP_MS = 250;

interface Anchor {
  /** From this second of audio on … */
  audio: number;
  /** … second 0 would have been at this wall clock (ms). */
  zero: number;
}

interface Gap {
  /** Second of audio at which the delay began. */
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

  /** Notes that the audio up to this second has arrived at this wall clock (ms). */
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

  /** Fixes the wall clock (ms) of the audio from this second on. */
  set(audio: number, wall: number): void {
    this.#anchors.push({ audio, zero: wall - audio * 1000 });
  }

  /** Returns the wall clock (ms) of a second of audio. */
  wall(audio: number): number {
    const anchor = this.#anchors.findLast((each) => each.audio <= audio) ?? this.#anchors[0];
    return anchor.zero + audio * 1000;
  }

  #skip({ audio, least }: Gap): void {
    this.#anchors.push({ audio, zero: this.#anchors.at(-1)!.zero + least });
    this.#gap = undefined;
  }
}
