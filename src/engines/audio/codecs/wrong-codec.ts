/**
 * Detects from the messages themselves that a stream has another codec than the device announced. A
 * stream that is good at first is trusted from then on, because networks and devices make bad
 * messages too.
 */
import { opusShape } from './opus-packet.ts';
import type { OpusShape } from './opus-packet.ts';

/** Returns true for a message that is unlike those of its codec, although it may well decode. */
export type Doubts = (message: Uint8Array) => boolean;

/** One second of 20 ms messages: long enough to forgive some, short enough to tell the user. */
const FIRST_VERDICT = 50;
/** The last verdict; until then fewer than 50 messages may be bad. */
const LAST_VERDICT = 240;
const MAX_BAD = 0.2;

/** Judges the first messages of a stream. */
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

/** Real packets of an encoder all have the same duration; other data read as packets has any. */
export function doubtsOfOpus(): Doubts {
  let last: OpusShape | null = null;
  return (packet) => {
    const shape = opusShape(packet);
    const former = last;
    last = shape;
    if (!shape || !former) return shape === null;
    return shape.milliseconds !== former.milliseconds || shape.isStereo !== former.isStereo;
  };
}

/** Number of messages that are judged together. */
const WINDOW = 50;
/**
 * Windows of messages of 20 ms: Opus that begins with silence shows itself when somebody speaks.
 */
const WINDOWS = 60;
/** Bytes that would look like the first one if these were samples. */
const PLACES = [8, 12] as const;
const SHORTEST = 13;
const SAME_HEADS = 0.95;
const MAX_OF_ONE_VALUE = 0.3;

/**
 * Detects Opus in a stream declared as plain samples: the first byte of each message is always the
 * same, while later bytes vary. Plain samples have nothing special at the start of a message.
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
 * Returns the share of the most common value at this place of the messages. The last two bits are
 * ignored: with a constant bit rate they change in the first byte of a packet (the code for the
 * number of frames).
 */
function commonest(messages: readonly Uint8Array[], place: number): number {
  const counts = new Map<number, number>();
  for (const message of messages) {
    const value = message[place]! >> 2;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / messages.length;
}
