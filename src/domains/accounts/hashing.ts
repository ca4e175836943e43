import { Unavailable } from '../../core/errors.ts';

/**
 * The maximum number of hashes that are computed at once. Each takes a tenth of a second and 16 MB.
 */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 2;

/**
 * Limits the number of concurrent hashes. Known devices go first and have extra slots, so that many
 * requests from strangers cannot delay them.
 */
export function openHashing() {
  const waiting = { known: [] as (() => void)[], strangers: [] as (() => void)[] };
  let running = 0;
  return async function hashed<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    if (running >= MAX_AT_ONCE) {
      const line = isKnown ? waiting.known : waiting.strangers;
      if (line.length >= MAX_WAITING) {
        throw new Unavailable('Too many people are signing in right now. Try again in a moment.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Passes the slot to the next in the queue, or frees it.
      const next = waiting.known.shift() ?? waiting.strangers.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
