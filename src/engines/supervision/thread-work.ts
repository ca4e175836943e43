import type { Worker } from 'node:worker_threads';
import type { WorkSample } from './work-watch.ts';

/** The measurement itself takes about 30 µs of the thread's time, which does not count as work. */
const GRAIN_MS = 10;

/** Returns the work that a thread has done; null if this version of Node cannot measure it. */
export async function threadWork(worker: Worker): Promise<WorkSample | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    // Within a few measurements, the scheduler gives every runnable thread some time.
    return { cpuMs: GRAIN_MS * Math.floor((user + system) / 1000 / GRAIN_MS), sleeps: true };
  } catch {
    return null;
  }
}
