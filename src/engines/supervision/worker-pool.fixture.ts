/**
 * The worker of worker-pool.test.ts, which obeys the instructions in its requests and keeps its
 * state in a temporary file.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';
import { serveRequests } from './serve-requests.ts';

export type Order =
  | { say: string; pcm?: Int16Array }
  /** Ends the worker; with `unless`, only while no file exists at that path. */
  | { die: 'always' | { unless: string } }
  /** Hangs, either in a loop or asleep. */
  | { hang: 'busy' | 'asleep' }
  /** Uses this much CPU time before it answers. */
  | { workMs: number }
  | { fail: string };

const ID = isMainThread ? process.pid : threadId;

serveRequests(() => (order: Order): string => {
  if ('say' in order) return `${order.say} by ${ID}`;
  if ('fail' in order) throw new Error(order.fail);
  if ('workMs' in order) return worked(order.workMs);
  if ('hang' in order) for (;;) if (order.hang === 'asleep') sleep();
  if (order.die !== 'always' && existsSync(order.die.unless)) return 'survived';
  if (order.die !== 'always') writeFileSync(order.die.unless, '');
  if (isMainThread) process.kill(process.pid, 'SIGKILL');
  process.exit(1);
});

function worked(ms: number): string {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ms * 1000) return `worked by ${ID}`;
  }
}

function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
