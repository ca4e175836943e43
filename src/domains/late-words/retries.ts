import { setTimeout as wait } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
const GIVE_UP_AFTER_MS = 600_000;

/**
 * Repeats work that fails because the database is unreachable, with growing pauses. Returns false
 * when the work did not succeed within ten minutes, or before the service stopped.
 */
export async function keepTrying(
  work: () => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    if (await work()) return true;
    if (signal?.aborted || performance.now() > giveUpAt) return false;
    await wait(pause, null, { signal, ref: false }).catch(() => {});
  }
}
