import { randomInt } from 'node:crypto';
import { Growing } from './growing-array.ts';

/** Both are random, so that nobody can choose many texts with the same hash. */
const SEED = randomInt(2 ** 31);
/** Odd, so that no bit of a letter is lost. */
const FACTOR = randomInt(2 ** 28) * 8 + 5;
const FIRST_SLOTS = 64;

/**
 * Numbers texts in the order in which they are added. A `Map` with hundreds of thousands of texts
 * takes several times as long to fill.
 */
export class NumberedTexts {
  /** The texts by their numbers. */
  readonly texts: string[] = [];
  readonly #hashes = new Growing(Int32Array);
  /** An open hash table of numbers plus one; 0 is a free slot. At most half of it is used. */
  #slots = new Int32Array(FIRST_SLOTS);

  get(text: string): number | undefined {
    const found = this.#slots[this.#slotOf(text, hashOf(text))]!;
    return found === 0 ? undefined : found - 1;
  }

  /** Gives the text the next number, also when it has one. */
  add(text: string): number {
    const hash = hashOf(text);
    this.#hashes.push(hash);
    const number = this.texts.push(text) - 1;
    if (2 * number >= this.#slots.length) this.#grow();
    else this.#slots[this.#slotOf(text, hash)] = number + 1;
    return number;
  }

  /** Returns the slot of the text, or the free slot in which to put it. */
  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return slot;
      if (this.#hashes.at(number) === hash && this.texts[number] === text) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4);
    for (let number = 0; number < this.texts.length; number++) {
      this.#slots[this.#slotOf(this.texts[number]!, this.#hashes.at(number))] = number + 1;
    }
  }
}

function hashOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}
