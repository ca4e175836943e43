/** Keeps the `size` items of the highest values: a heap whose root is the lowest of them. */
export class TopOf {
  readonly #size: number;
  readonly #items: number[] = [];
  readonly #values: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  offer(item: number, value: number): void {
    if (this.#items.length < this.#size) {
      this.#items.push(item);
      this.#values.push(value);
      this.#rise(this.#items.length - 1);
    } else if (value > this.#values[0]!) {
      this.#items[0] = item;
      this.#values[0] = value;
      this.#sink(0);
    }
  }

  /** In no order. */
  items(): number[] {
    return this.#items;
  }

  #rise(place: number): void {
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#values[parent]! <= this.#values[place]!) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(place: number): void {
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let lowest = place;
      if (left < this.#values.length && this.#values[left]! < this.#values[lowest]!) lowest = left;
      if (right < this.#values.length && this.#values[right]! < this.#values[lowest]!) {
        lowest = right;
      }
      if (lowest === place) return;
      this.#swap(place, lowest);
      place = lowest;
    }
  }

  #swap(one: number, other: number): void {
    const items = this.#items;
    const values = this.#values;
    [items[one], items[other]] = [items[other]!, items[one]!];
    [values[one], values[other]] = [values[other]!, values[one]!];
  }
}
