/** The child of process-pool.test.ts: does what it is told, with a scratch file for a memory. */
import { existsSync, writeFileSync } from 'node:fs';
import { serveRequests } from './serve-requests.ts';

export type Order =
  | { say: string }
  /** Ends the process, or only the first that finds no file here. */
  | { die: 'always' | { unless: string } }
  | { hang: true };

serveRequests(() => (order: Order): string => {
  if ('say' in order) return `${order.say} by ${process.pid}`;
  if ('hang' in order) for (;;);
  if (order.die !== 'always' && existsSync(order.die.unless)) return 'survived';
  if (order.die !== 'always') writeFileSync(order.die.unless, '');
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});
