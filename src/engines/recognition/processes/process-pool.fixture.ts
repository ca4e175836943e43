/** The child of process-pool.test.ts: follows its instructions, with a scratch file as memory. */
import { existsSync, writeFileSync } from 'node:fs';
import { serveRequests } from './serve-requests.ts';

export type Order =
  | { say: string }
  /** Ends the process: always, or only the first one, which finds no file at that path. */
  | { die: 'always' | { unless: string } }
  /** Hangs in a loop or asleep. */
  | { hang: 'busy' | 'asleep' }
  /** Uses this much CPU time before it answers. */
  | { workMs: number };

serveRequests(() => (order: Order): string => {
  if ('say' in order) return `${order.say} by ${process.pid}`;
  if ('workMs' in order) return worked(order.workMs);
  if ('hang' in order) for (;;) if (order.hang === 'asleep') sleep();
  if (order.die !== 'always' && existsSync(order.die.unless)) return 'survived';
  if (order.die !== 'always') writeFileSync(order.die.unless, '');
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});

function worked(ms: number): string {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= ms * 1000) return `worked by ${process.pid}`;
  }
}

function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
