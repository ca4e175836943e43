import { RateLimited } from '../../core/errors.ts';
import type { Clock } from '../../core/clock.ts';

/** Far more than assistants and people need, also when many come by way of one proxy. */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;

/**
 * Lets each address through so often a minute: whoever has no credential yet must not fill the
 * database with requests, or try tokens as fast as the line is. Without a clock there is no limit.
 */
export function openTurnstile(clock: Clock | null): (address: string) => void {
  let minute = 0;
  const counts = new Map<string, number>();
  return (address) => {
    if (clock === null) return;
    const now = clock.now().getTime();
    if (Math.floor(now / MINUTE_MS) !== minute) {
      minute = Math.floor(now / MINUTE_MS);
      counts.clear();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count <= PER_MINUTE) return;
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    throw new RateLimited(`Too many requests. Try again in ${seconds}s.`, seconds);
  };
}
