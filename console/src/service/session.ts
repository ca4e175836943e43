import { createStore } from '../design/store.ts';

/**
 * True while the session has ended under an open page. Requests wait until the user has signed in
 * again, so that nothing on the page is lost.
 */
export const sessionEnded = createStore(false);

/** False while the service does not answer. */
export const isOnline = createStore(true);
/** From when the page is (ms), when it does not show what the service has now; see `offline.ts`. */
export const copyFrom = createStore<number | null>(null);

let isSignedIn = false;

/**
 * Counts how often the session has ended or was left, so that an answer to an older request cannot
 * mark it as active again.
 */
let ends = 0;

export function countOfEnds(): number {
  return ends;
}

/**
 * Called when the account was read. After this call, a 401 means that the session has ended.
 * `since` is the number of ends at the time of the request.
 */
export function noteSignedIn(since: number): void {
  if (since !== ends) return;
  isSignedIn = true;
  if (sessionEnded.get()) sessionEnded.set(false);
}

/** Called when the user signs out. After this call, a 401 asks nobody to sign in again. */
export function noteSignedOut(): void {
  isSignedIn = false;
  ends += 1;
}

/**
 * Resolves with true when the user has signed in again, and at once with false if nobody was signed
 * in before.
 */
export async function waitForSession(signal?: AbortSignal | null): Promise<boolean> {
  if (!isSignedIn) return false;
  if (!sessionEnded.get()) {
    ends += 1;
    sessionEnded.set(true);
  }
  // The end of the session stops changes, which are sent later.
  if (signal?.aborted) return false;
  return new Promise((resolve) => {
    const finish = (value: boolean) => {
      unsubscribe();
      resolve(value);
    };
    const unsubscribe = sessionEnded.subscribe(() => !sessionEnded.get() && finish(true));
    signal?.addEventListener('abort', () => finish(false));
  });
}
