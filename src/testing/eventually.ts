import { setTimeout as wait } from 'node:timers/promises';

const SECONDS = 15;
const EVERY_MS = 20;

type Nothing = false | null | undefined | '' | 0;

/**
 * Calls `find` repeatedly until it returns a value, and returns that value. If there is no value
 * after 15 seconds, fails with its name, so that a test never hangs.
 */
export async function eventually<T>(
  name: string,
  find: () => T | Promise<T>,
  { seconds = SECONDS }: { seconds?: number } = {},
): Promise<Exclude<T, Nothing>> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await find();
    if (found) return found as Exclude<T, Nothing>;
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s for ${name}.`);
    await wait(EVERY_MS);
  }
}

/** Waits for a promise for at most 15 seconds. */
export async function soon<T>(name: string, promise: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(SECONDS * 1_000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`Waited ${SECONDS} s for ${name}.`);
  });
  late.catch(() => {});
  return Promise.race([promise, late]).finally(() => ended.abort());
}
