import { RateLimited } from '../../core/errors.ts';
import type { Clock } from '../../core/clock.ts';

/** Far more than assistants and people need, also when many come by way of one proxy. */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;

export interface AddressLimiter {
  /** Throws for an address that was counted too often this minute. */
  admit(address: string): void;
  count(address: string): void;
}

/**
 * Lets each address through so often a minute: whoever has no credential yet must not fill the
 * database with requests, or try tokens as fast as the line is. Without a clock there is no limit.
 */
export function openAddressLimiter(clock: Clock | null): AddressLimiter {
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
      if ((counts.get(address) ?? 0) < PER_MINUTE) return;
      const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      throw new RateLimited(`Too many requests. Try again in ${seconds}s.`, seconds);
    },
    count(address) {
      if (clock !== null) counts.set(address, (counts.get(address) ?? 0) + 1);
    },
  };
}
