/** Code gets the time from a clock argument, so that tests can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that moves only by `advance`. */
export class ManualClock implements Clock {
  #now: number;
  constructor(start = '2026-01-15T09:00:00Z') {
    this.#now = Date.parse(start);
  }
  now(): Date {
    return new Date(this.#now);
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
