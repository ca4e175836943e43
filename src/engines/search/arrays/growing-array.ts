type Numbers = Int32Array | Float32Array;

/** A typed array that grows when items are appended. */
export class Growing<T extends Numbers> {
  readonly #make: new (length: number) => T;
  #values: T;
  length = 0;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#values = new make(64);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new this.#make(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  pushAll(values: ArrayLike<number>): void {
    const length = this.length + values.length;
    if (length > this.#values.length) {
      const larger = new this.#make(Math.max(length, this.length * 2));
      larger.set(this.#values.subarray(0, this.length));
      this.#values = larger;
    }
    this.#values.set(values, this.length);
    this.length = length;
  }

  at(place: number): number {
    return this.#values[place]!;
  }

  set(place: number, value: number): void {
    this.#values[place] = value;
  }
}
