/** Gives a process a clock that stands still and random bytes that are always the same. */
import crypto from 'node:crypto';

const MOMENT = Date.UTC(2026, 0, 1);
const Clock = Date;
globalThis.Date = class extends Clock {
  constructor(...given) {
    super(...(given.length > 0 ? given : [MOMENT]));
  }

  static now() {
    return MOMENT;
  }
};
performance.now = () => 0;

const fill = (view) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(7);
  return view;
};
globalThis.crypto.getRandomValues = fill;
crypto.randomFillSync = fill;
