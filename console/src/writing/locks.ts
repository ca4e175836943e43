/**
 * The locks under which changes are sent. A tab that cannot send, because it is offline, frozen or
 * without a session, gives them back, so that another tab sends.
 */
import { isOnline, sessionEnded } from '../service/session.ts';

let sending = new AbortController();

function stopSending(): void {
  const stopped = sending;
  sending = new AbortController();
  stopped.abort();
}

document.addEventListener('freeze', stopSending);
isOnline.subscribe(() => !isOnline.get() && stopSending());
sessionEnded.subscribe(() => sessionEnded.get() && stopSending());

export const canSend = (): boolean => isOnline.get() && !sessionEnded.get();

/**
 * Runs with the lock. When the signal aborts, the lock is given back even before `run` has ended,
 * because a frozen tab runs no further.
 */
export async function locked<Value>(
  name: string,
  mode: LockMode,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal } = sending;
  const { locks } = navigator as { locks?: LockManager };
  // A page that was opened over http has no locks.
  if (!locks) return run(signal);
  return await locks.request(name, { mode, signal }, async () => {
    const ended = new AbortController();
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), ended);
    });
    return Promise.race([run(signal), stopped]).finally(() => ended.abort());
  });
}
