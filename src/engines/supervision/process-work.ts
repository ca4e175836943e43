import { readdirSync, readFileSync } from 'node:fs';
import type { WorkSample } from './work-watch.ts';

/** The unit in which Linux counts the CPU time of processes, on every architecture. */
const TICK_MS = 10;
/**
 * The indices of the fields after the program's name. The name may itself contain spaces and
 * brackets.
 */
const [STATE, USER_TICKS, SYSTEM_TICKS] = [0, 11, 12];

/**
 * Returns the work that a process has done; null if the system has no `/proc` or the process has
 * ended.
 */
export function processWork(pid: number | undefined): WorkSample | null {
  if (pid === undefined) return null;
  try {
    const fields = fieldsOf(`/proc/${pid}/stat`);
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
    const threads = readdirSync(`/proc/${pid}/task`);
    const sleeps = threads.every(
      (thread) => fieldsOf(`/proc/${pid}/task/${thread}/stat`)[STATE] === 'S',
    );
    return { cpuMs: ticks * TICK_MS, sleeps };
  } catch {
    return null;
  }
}

function fieldsOf(path: string): string[] {
  const text = readFileSync(path, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
