interface Entry {
  item: number;
  value: number;
}

/** Returns a positive number when the first of two items with the same value wins. */
type Tie = (one: number, other: number) => number;

/**
 * Keeps the `size` items with the highest values, in a heap with the lowest value at its root. Of
 * two items that are equal in all, the higher number wins, so that the order does not depend on
 * `size`.
 */
export class TopOf {
  readonly #size: number;
  readonly #heap: Entry[] = [];

  readonly #tie: Tie;

  constructor(size: number, tie: Tie = () => 0) {
    this.#size = size;
    this.#tie = tie;
  }

  offer(item: number, value: number): void {
    const entry = { item, value };
    if (this.#heap.length < this.#size) {
      this.#heap.push(entry);
      this.#rise(this.#heap.length - 1);
    } else if (this.#size > 0 && this.#isWorse(this.#heap[0]!, entry)) {
      this.#heap[0] = entry;
      this.#sink(0);
    }
  }

  /** Returns the items, best first. */
  sorted(): Entry[] {
    return this.#heap.toSorted((one, other) => (this.#isWorse(one, other) ? 1 : -1));
  }

  #rise(place: number): void {
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isWorse(this.#heap[place]!, this.#heap[parent]!)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(place: number): void {
    for (;;) {
      let worst = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < this.#heap.length && this.#isWorse(this.#heap[child]!, this.#heap[worst]!)) {
          worst = child;
        }
      }
      if (worst === place) return;
      this.#swap(place, worst);
      place = worst;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  }

  #isWorse(one: Entry, other: Entry): boolean {
    const wins =
      one.value - other.value || this.#tie(one.item, other.item) || one.item - other.item;
    return wins < 0;
  }
}
