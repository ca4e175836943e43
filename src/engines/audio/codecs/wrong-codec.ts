/**
 * Detects from the messages that a stream has a different codec than the device declared. A stream
 * that starts correctly is trusted afterwards, because networks and devices also cause bad
 * messages.
 */
import { opusShape } from './opus-packet.ts';
import type { OpusShape } from './opus-packet.ts';

/** Returns true for a message that does not match its codec, even if it decodes. */
export type Doubts = (message: Uint8Array) => boolean;

/**
 * One second of 20 ms messages: long enough to tolerate some bad messages, and short enough to warn
 * the user soon.
 */
const FIRST_VERDICT = 50;
/** The check ends after this many messages; `MAX_BAD` limits the share of bad messages. */
const LAST_VERDICT = 240;
const MAX_BAD = 0.2;

/** Checks the first messages of a stream. */
export class FirstMessages {
  #all = 0;
  #bad = 0;

  /** Returns true once, when too many messages are bad. */
  areWrong(isBad: boolean): boolean {
    if (this.#all >= LAST_VERDICT) return false;
    this.#all += 1;
    if (isBad) this.#bad += 1;
    const areWrong = this.#all >= FIRST_VERDICT && this.#bad > MAX_BAD * this.#all;
    if (areWrong) this.#all = LAST_VERDICT;
    return areWrong;
  }
}

/**
 * An encoder that changes the duration of its packets keeps the mode. Other data, read as packets,
 * has random durations and modes.
 */
export function doubtsOfOpus(): Doubts {
  let last: OpusShape | null = null;
  return (packet) => {
    const shape = opusShape(packet);
    const former = last;
    last = shape;
    if (!shape || !former) return shape === null;
    if (shape.isStereo !== former.isStereo) return true;
    return shape.milliseconds !== former.milliseconds && shape.mode !== former.mode;
  };
}

/** The number of messages that are checked together. */
const WINDOW = 50;
/**
 * The number of windows to check. Opus that begins with silence is recognised only after somebody
 * speaks.
 */
const WINDOWS = 60;
/**
 * The positions of the bytes to compare. In plain samples, these bytes vary as much as the first
 * byte.
 */
const PLACES = [8, 12] as const;
const SHORTEST = 13;
const SAME_HEADS = 0.95;
const MAX_OF_ONE_VALUE = 0.3;

/**
 * Detects Opus in a stream that is declared as plain samples: the first byte of every message is
 * the same, while later bytes vary. In plain samples, the first byte varies as much as the later
 * bytes.
 */
export class OpusAsSamples {
  #windows = 0;
  #heads: Uint8Array[] = [];
  #arePackets = true;

  /** Returns true once, when the stream proves to be Opus. */
  isPlain(message: Uint8Array): boolean {
    if (this.#windows >= WINDOWS || message.length < SHORTEST) return false;
    this.#heads.push(message.slice(0, SHORTEST));
    this.#arePackets &&= opusShape(message) !== null;
    if (this.#heads.length < WINDOW) return false;
    const isPlain =
      this.#arePackets &&
      commonest(this.#heads, 0) >= SAME_HEADS &&
      PLACES.every((place) => commonest(this.#heads, place) <= MAX_OF_ONE_VALUE);
    this.#heads = [];
    this.#arePackets = true;
    this.#windows = isPlain ? WINDOWS : this.#windows + 1;
    return isPlain;
  }
}

/**
 * Returns the share of the most frequent byte value at this position of the messages. Ignores the
 * last two bits: they hold the code for the number of frames, which may change between packets of a
 * constant bit rate.
 */
function commonest(messages: readonly Uint8Array[], place: number): number {
  const counts = new Map<number, number>();
  for (const message of messages) {
    const value = message[place]! >> 2;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / messages.length;
}
