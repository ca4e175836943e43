import { RateLimited } from '../../core/errors.ts';
import type { Clock } from '../../core/clock.ts';

/**
 * The limit is far above the needs of assistants and people, even if many of them share one proxy.
 */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;

export interface AddressLimiter {
  /** Throws when the address has used up its requests for this minute. */
  admit(address: string): void;
  count(address: string): void;
}

/**
 * Limits the requests from each address per minute. Callers without a credential must not fill the
 * database with requests or try tokens at full speed. Without a clock, there is no limit.
 */
export function openAddressLimiter(clock: Clock | null, perMinute = PER_MINUTE): AddressLimiter {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    admit(address) {
      if (clock === null) return;
      const now = clock.now().getTime();
      if (Math.floor(now / MINUTE_MS) !== minute) {
        minute = Math.floor(now / MINUTE_MS);
        counts.clear();
      }
      if ((counts.get(address) ?? 0) < perMinute) return;
      const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      throw new RateLimited(`Too many requests. Try again in ${seconds}s.`, seconds);
    },
    count(address) {
      if (clock !== null) counts.set(address, (counts.get(address) ?? 0) + 1);
    },
  };
}
